/** A joiner's workshop in a small town. */
export const german = `
kitchen-fronts | 12 | 0.6 | episodic | Renate | | Küche Osterkamp: Fronten in geölter Eiche, Griffleisten statt Knöpfe. Aufmaß ist erledigt.
kitchen-worktop | 10 | 0.3 | episodic | Renate | | Die Arbeitsplatte für Osterkamps liefert Steinmetz Lührs, Granit, Lieferzeit fünf Wochen.
stairs | 40 | 0.8 | episodic | Jupp | | Die Treppe in der Mühlengasse knarrt immer noch an der dritten Stufe, da muss nochmal einer mit Keilen ran.
bandsaw | 75 | 0.2 | semantic | Jupp | | Bandsäge: Sägeblätter immer nur von Hecht nehmen, die billigen aus dem Netz reißen nach zwei Tagen
extractor | 28 | 0.5 | episodic | Mehmet | | Absaugung bläst wieder Späne in den Hof, Filtersack ist durch.
apprentice-school | 190 | 0.4 | semantic | Renate | | Lennart hat dienstags und jeden zweiten Freitag Berufsschule in Soest.
apprentice-exam | 33 | 0.9 | episodic | Lennart | | Meine Zwischenprüfung ist am 14. März, ich muss einen Hocker mit gezinkten Ecken bauen.
unpaid | 21 | 0.7 | episodic | Renate | buero-3 | Dr. Wiechert schuldet uns seit November 4.380 Euro für die Bücherwand. Zweite Mahnung ist raus, danach geht es an die Anwältin.
lawyer | 20 | 0.1 | semantic | Renate | buero-3 | Unsere Anwältin heißt Frau Tillmanns, Kanzlei am Markt.
glue | 310 | 0.3 | semantic | Jupp | | Der PU-Leim zieht unter zehn Grad nicht an, im Winter also vorher die Halle heizen!!
van-tuv | 47 | 0.6 | episodic | Mehmet | | Der Sprinter muss im Mai zum TÜV, die Bremsen hinten sind fällig.
van-keys | 102 | 0.2 | semantic | Mehmet | | Zweitschlüssel vom Transporter hängt im Spind ganz links, hinter dem Blaumann.
wood-delivery | 4 | 0.8 | short_term | Jupp | | Donnerstag kommt die Lärche, 3 Kubik, bitte den Hof freihalten
oil-rags | 365 | 0.1 | semantic | Jupp | | Öllappen nie zusammengeknüllt in den Müll werfen, die entzünden sich von selbst. Immer ausgebreitet trocknen oder in den Blecheimer mit Wasser. 1998 ist uns deshalb fast die Werkstatt abgebrannt.
coffin | 15 | 0.4 | episodic | Renate | | Pfarrer Holtkamp fragt, ob wir einen schlichten Sarg aus Fichte bauen können, für seine eigene Mutter.
windows | 58 | 0.5 | episodic | Renate | | Denkmalamt hat die Fenster fürs alte Rathaus genehmigt, aber nur mit Einfachverglasung und echten Sprossen.
windows-price | 55 | 0.7 | episodic | Renate | | Angebot Rathausfenster: 31.200 netto für achtzehn Stück, ohne Gerüst.
finger | 92 | 0.1 | episodic | Mehmet | | hab mir an der Abrichte die Kuppe vom linken Ringfinger angeschnitten, drei Stiche, zwei Wochen krank
first-aid | 88 | 0.6 | semantic | Renate | | Verbandskasten ist jetzt neben der Tür zum Lackierraum, nicht mehr im Büro.
lunch | 2 | 0.2 | short_term | Lennart | | heute holt mehmet döner für alle
alarm | 140 | 0.8 | semantic | Renate | | Alarmanlage erst scharf stellen, wenn das Rolltor ganz unten ist, sonst heult sie nach einer Minute los.
varnish | 66 | 0.3 | episodic | Mehmet | | Im Lackierraum ist kein Härter mehr, bis Montag nur geölte Sachen.
customer-allergy | 9 | 0.5 | episodic | Renate | | Frau Bünemann reagiert allergisch auf Nussholz, das Bett deshalb in Kirsche.
bed-height | 8 | 0.4 | episodic | Renate | | Bett Bünemann: Liegehöhe 55 cm, wegen ihrer Hüfte.
holiday | 25 | 0.9 | semantic | Renate | | Betriebsferien sind dieses Jahr die ersten drei Augustwochen.
jupp-retires | 130 | 0.7 | semantic | Jupp | | Ich mach noch bis Weihnachten nächsten Jahres, dann ist Schluss, dann geh ich angeln.
swing | 400 | 0.5 | semantic | Jupp | | Für den Kindergarten haben wir damals die Schaukel umsonst gebaut, aus Robinie, die steht heute noch.
plane | 17 | 0.9 | episodic | Lennart | | Hobelmesser gewechselt, die alten liegen zum Schärfen bereit.
music | 220 | 0.6 | semantic | Mehmet | | Radio ja, aber kein Schlager vor neun. Das ist abgestimmt worden.
grandfather-clock | 37 | 0.3 | episodic | Jupp | | Die Standuhr vom Apotheker hat Holzwurm, die kommt erstmal für zwei Wochen in Folie mit Stickstoff.

? Aus welchem Holz sind die Fronten der Küche Osterkamp? = kitchen-fronts
? wer liefert den Granit und wie lange dauert das = kitchen-worktop
? Was stimmt mit der Treppe in der Mühlengasse nicht? = stairs
? Wann ist Lennart in der Berufsschule? = apprentice-school
? Welches Prüfungsstück muss der Azubi anfertigen? = apprentice-exam
? Welcher Kunde hat seine Rechnung noch nicht bezahlt? = unpaid
? wo finde ich den Ersatzschlüssel fürs Auto = van-keys
? Warum soll man ölige Tücher nicht einfach wegschmeißen? = oil-rags
? Was kosten die Fenster fürs Rathaus? = windows-price
? Woran hat sich Mehmet verletzt? = finger
? Wo ist das Pflaster, ich blute! = first-aid
? Welche Holzart verträgt Frau Bünemann nicht? = customer-allergy
? Wann hat der Betrieb im Sommer zu? = holiday
? wann geht Jupp in Rente = jupp-retires

! Wie viel verdient ein Geselle bei uns?
! Welche Farbe hat das Rolltor?
!! Wie heißt die Hauptstadt von Australien?
`;
