/** Words that say something of a password, or begin a sentence about it, and are none. */
const ordinary = new Set(
  `a an the my your our his her their its this that these those it at in on of to for from with by as and or but not no yes none any all
  is was are be been has had have must should may can could will would shall does do did see use used using ask same too very so quite
  only also still now never always already again just more less than when where what which who how why because if then there here
  minimum min max at least required requires needed optional mandatory unknown known missing wrong right correct incorrect invalid
  valid weak strong stronger long longer short shorter simple complex complicated easy hard difficult good bad better fine ok okay
  great secure insecure safe unsafe secret private public shared protected hidden visible stored kept saved written encrypted hashed
  salted expired expiring expires old new different identical mine yours ours theirs changed reset set empty blank lost forgotten
  gone broken stolen leaked compromised exposed due important sensitive confidential temporary permanent default case-sensitive
  unique strange funny terrible horrible stupid ready working enabled disabled locked blocked rejected accepted policy manager
  hint field prompt screen page protection generator rotation strength entry chars characters digits letters words tbd n/a na todo
  changeable about per under inside near behind like guessable reused recycled rotated sent emailed mailed shown printed asked
  username user login email mail name url host port please let make enter type choose pick create remember change update
  ein eine einen der die das den dem mein dein sein ihr unser nicht zu im am auf bei mit und oder aber falsch richtig sicher unsicher
  geheim abgelaufen vergessen geändert gleich neu alt lang kurz schwach stark nötig erforderlich bekannt unbekannt leer verloren
  gespeichert wichtig sehr noch schon dasselbe immer nie
  le la les un une mon ma ton ta son sa notre votre ne pas dans sur avec et ou mais faux oublié perdu expiré incorrect trop très
  obligatoire requis nécessaire inconnu faible fort sécurisé changé nouveau ancien vide toujours jamais même
  el los las una mi tu su nuestro no en con y o pero incorrecta correcta segura secreta olvidada perdida caducada débil fuerte
  obligatoria necesaria desconocida nueva vieja vacía larga corta importante muy siempre nunca misma demasiado parte que cuestión`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Whether a word is one of a sentence rather than a value. */
export const isOrdinary = (word: string): boolean => ordinary.has(word.toLowerCase());
