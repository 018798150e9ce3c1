/** Country vets in the hills. */
export const french = `
cow-calving | 6 | 0.7 | episodic | Solène | garde-12 | Vêlage difficile cette nuit chez Maubert, veau en siège, tout le monde va bien. Rentrée à quatre heures.
cow-milk-fever | 31 | 0.4 | episodic | Bastien | | La Prim'Holstein 4417 des Roussel a refait une fièvre de lait : deux perfusions de calcium, elle s'est relevée au bout d'une heure.
horse-colic | 18 | 0.9 | episodic | Solène | | Colique du hongre de Mme Delorme réglée avec la sonde, surtout pas de foin avant demain midi.
cat-diabetes | 52 | 0.5 | semantic | Bastien | | Pistache, le chat des Verdier, est diabétique : deux unités d'insuline matin et soir, toujours après le repas.
cat-diet | 50 | 0.2 | episodic | Bastien | | Pistache a perdu 400 grammes, on continue les croquettes hypocaloriques
dog-bite | 88 | 0.6 | semantic | Nadège | | Attention au malinois de M. Ferrand, il mord sans prévenir, muselière obligatoire dès le parking.
dog-epilepsy | 115 | 0.3 | semantic | Solène | | Le border collie du berger fait des crises d'épilepsie depuis l'automne, phénobarbital à vie.
locum | 24 | 0.8 | episodic | Bastien | | La remplaçante s'appelle Inès Carvalho, elle sera là du 3 au 21 juillet et logera dans le studio au-dessus de la clinique.
locum-pay | 23 | 0.1 | episodic | Bastien | | on la paie 260 par jour, repas compris
fridge | 43 | 0.7 | episodic | Nadège | | Le frigo des vaccins est monté à onze degrés dimanche, j'ai tout jeté. Il faut une alarme.
vaccine-order | 3 | 0.4 | short_term | Nadège | | commander rage + leucose avant jeudi svp
xray | 160 | 0.5 | semantic | Solène | | Pour la radio, développer en mode « petit os », sinon on ne voit rien sur les lapins. Et mettre le tablier plombé, Bastien, je te vois.
bluetongue | 70 | 0.2 | episodic | Solène | | La fièvre catarrhale est déclarée dans la vallée d'à côté, plus aucun mouvement de brebis sans prise de sang.
brucellosis | 290 | 0.2 | semantic | Bastien | | Prophylaxie brucellose à finir avant fin avril, il reste onze troupeaux.
farmer-debt | 35 | 0.3 | episodic | Nadège | | Le GAEC des Tilleuls nous doit encore 2 140 euros, ils paieront quand les broutards seront vendus.
farmer-widow | 13 | 0.6 | semantic | Solène | | Chez Mme Aubrac, prendre le temps d'un café. Elle est toute seule depuis la mort d'André.
car-clutch | 27 | 0.8 | episodic | Solène | | L'embrayage du Duster patine dans les montées, le garagiste le prend mercredi.
car-chains | 240 | 0.4 | semantic | Bastien | | Les chaînes sont sous le siège passager, pas dans le coffre.
keys-safe | 185 | 0.7 | semantic | Nadège | | Le coffre des stupéfiants s'ouvre avec les deux clefs, une chez Solène, une chez moi.
anaesthesia | 61 | 0.1 | episodic | Bastien | | La petite Roxy a fait un arrêt pendant la stérilisation. On l'a récupérée, mais plus jamais de médétomidine sur un bouledogue.
coffee | 1 | 0.5 | short_term | Nadège | | Qui a encore oublié de rincer la cafetière ???
opening-hours | 375 | 0.6 | semantic | Nadège | | Consultations sans rendez-vous le lundi et le vendredi de 17 h à 19 h, le reste sur rendez-vous.
on-call | 8 | 0.3 | short_term | Bastien | | J'échange ma garde du 11 contre celle du 18 avec Solène, mon fils joue au hand.
hedgehog | 20 | 0.9 | episodic | Nadège | | Une gamine a apporté un hérisson dans un carton à chaussures, il pèse 310 grammes, il passera l'hiver dans ma buanderie.
donkey | 97 | 0.8 | episodic | Solène | | Parage des ânes du prieuré tous les deux mois, prévoir des carottes et de la patience.
solene-back | 40 | 0.5 | episodic | Solène | | Hernie discale confirmée à l'IRM. Plus de vaches pour moi jusqu'à la Toussaint.
trainee | 9 | 0.9 | episodic | Bastien | | Le stagiaire de Toulouse s'évanouit quand il voit du pus, on verra s'il tient
poison | 145 | 0.4 | semantic | Solène | | Raticide avalé : vitamine K1 pendant trois semaines au moins, même si le chien a l'air en pleine forme.
ewe-photo | 410 | 0.3 | semantic | Bastien | | La photo de la brebis à deux têtes dans la salle d'attente, c'est mon grand-père qui l'a prise, en 1951.
lab | 66 | 0.6 | semantic | Nadège | | Le coursier du labo passe à 16 h 15, après c'est fichu jusqu'au lendemain.

? Comment s'est passé le vêlage chez Maubert ? = cow-calving
? combien d'insuline pour Pistache = cat-diabetes
? Quel chien faut-il museler avant qu'il entre ? = dog-bite
? Qui nous remplace cet été et où va-t-elle dormir ? = locum
? pourquoi a-t-on dû jeter tous les vaccins = fridge
? Quelle maladie empêche de déplacer les moutons ? = bluetongue
? Combien nous doivent les Tilleuls ? = farmer-debt
? qu'est-ce qu'elle a, la voiture de Solène = car-clutch
? Où sont rangées les chaînes à neige ? = car-chains
? Qu'est-ce qu'on ne doit plus donner aux bouledogues pour les endormir ? = anaesthesia
? Quand peut-on venir sans prendre rendez-vous ? = opening-hours
? pourquoi Solène ne soigne-t-elle plus les bovins en ce moment = solene-back
? Un chien a mangé de la mort-aux-rats, on lui donne quoi ? = poison
? jusqu'à quelle heure peut-on envoyer des prélèvements = lab

! Quel âge a le malinois de M. Ferrand ?
! Combien coûte une radio ?
!! merci beaucoup, bonne soirée
`;
