/** A family and their cottage by a lake; partly as it is spoken. */
export const finnish = `
sauna-stove | 48 | 0.6 | episodic | Pentti | | Kiuas uusittiin toukokuussa, kivet pitää latoa uudestaan ennen juhannusta.
sauna-rule | 260 | 0.3 | semantic | Marjatta | | Saunassa ei käytetä hajusteita, Eeva saa niistä migreenin.
well | 33 | 0.8 | episodic | Pentti | | Kaivovesi tutkittiin: rautaa on liikaa, mutta keitettynä sitä voi juoda.
boat-engine | 20 | 0.5 | episodic | Jani | | Perämoottori yskii, kaasari pitäis putsata. Mä hoidan ku ehdin.
boat-key | 130 | 0.2 | semantic | Pentti | | Soutuveneen avain roikkuu liiterin oven sisäpuolella, punaisessa korkissa.
pier | 70 | 0.9 | episodic | Marjatta | | Naapurin Lehtoset väittävät, että laiturimme on kaksi metriä heidän puolellaan. Maanmittari tulee elokuussa.
pier-old | 385 | 0.4 | semantic | Pentti | | Isä rakensi vanhan laiturin kesällä 1974, samana vuonna kun Jarmo syntyi.
road-fee | 55 | 0.7 | episodic | Marjatta | | Tiehoitokunnan maksu on tänä vuonna 140 euroa, eräpäivä kuun lopussa.
snow | 300 | 0.1 | semantic | Jani | | talvella tien auraa Hiltusen Kake, soita edellisenä iltana
blueberries | 15 | 0.5 | episodic | Eeva | | Mustikoita tuli yksitoista litraa, kaikki pakastimessa mökillä.
mushrooms | 9 | 0.3 | episodic | Eeva | | Kantarellipaikka on edelleen salaisuus, mutta se on sen ison siirtolohkareen takana
pike | 27 | 0.6 | episodic | Jani | | Sain 6,2 kilon hauen kaislikon reunasta, vavankärki poikki.
nets | 42 | 0.8 | semantic | Pentti | | Verkkoja ei saa laskea ennen kesäkuun kymmenettä, kuhan rauhoitus.
adder | 6 | 0.4 | short_term | Eeva | | Kyy nähty puuvajan luona, lapsille saappaat jalkaan!
adder-medicine | 90 | 0.7 | semantic | Marjatta | | Kyypakkaus on keittiön yläkaapissa hunajapurkin vieressä, ja lähin päivystys on Savonlinnassa, matkaa tunti.
roof | 65 | 0.2 | episodic | Pentti | | Katto vuotaa savupiipun juuresta, Mäkisen Seppo lupasi pellittää sen syksyllä
chimney | 100 | 0.5 | episodic | Pentti | | Nuohooja kävi, takassa on halkeama, ei saa polttaa täysillä.
electricity | 37 | 0.9 | episodic | Marjatta | | Sähkösopimus vaihtui pörssisähköön, joten lämmitys päälle vasta yöllä.
toilet | 175 | 0.4 | semantic | Jani | | Huussi tyhjennetään keväällä ennen ku maa sulaa, muuten haisee koko kesän
guest-book | 400 | 0.8 | semantic | Marjatta | | Vieraskirja on ollut käytössä vuodesta 1961, ja siinä on myös presidentin nimi.
eeva-study | 52 | 0.1 | episodic | Eeva | | Pääsin Jyväskylään lukemaan matematiikkaa, muutan elokuun lopussa soluun.
jani-baby | 22 | 0.6 | episodic | Jani | | Meille tulee vauva tammikuussa :) älkää vielä kertoko mummolle
pentti-heart | 31 | 0.3 | episodic | Marjatta | | Pentille tehtiin pallolaajennus, ei saa nostaa mitään raskasta kuuteen viikkoon.
dog | 12 | 0.7 | episodic | Eeva | | Musti söi kokonaisen voipaketin ja oksensi autoon.
midsummer | 5 | 0.5 | short_term | Marjatta | | Juhannuksena meitä on neljätoista, Jarmo tuo makkarat ja perunat, me leivotaan.
neighbour-saw | 18 | 0.2 | episodic | Jani | | lainasin moottorisahan Lehtoselle, vaikka riidellään
bank | 140 | 0.6 | semantic | Pentti | | Mökki on perikunnan nimissä, ja jokaisella sisaruksella on kolmasosa.
firewood | 80 | 0.4 | episodic | Jani | | Koivuklapit kuivuu vielä vuoden, polta siks aikaa leppää.
loon | 3 | 0.9 | short_term | Eeva | | Kuikka pesii lahdella taas, kolme vuotta oli hiljaista
radio | 230 | 0.3 | semantic | Pentti | | Puhelin kuuluu vain laiturin päässä ja vintin ikkunan luona.

? Milloin kiuas vaihdettiin? = sauna-stove
? Voiko kaivosta juoda? = well
? Missä veneen avaimet ovat? = boat-key
? Mistä naapurin kanssa riidellään? = pier
? Paljonko tiemaksu on? = road-fee
? ketä pyydän auraamaan tien = snow
? Montako litraa marjoja saatiin? = blueberries
? Kuinka iso oli Janin saalis? = pike
? Mistä alkaen verkoilla saa kalastaa? = nets
? Käärme puri, missä lääke on? = adder-medicine
? Mihin Eeva muuttaa opiskelemaan? = eeva-study
? miksi Pentti ei saa kantaa halkoja = pentti-heart
? Kuka tuo juhannuksena ruuat? = midsummer
? missä täällä on kenttää = radio

! Mikä Janin vauvan nimeksi tulee?
! Paljonko uusi kiuas maksoi?
!! Kuka keksi hehkulampun?
`;
