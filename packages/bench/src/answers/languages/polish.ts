/** A couple who do up an old flat in Łódź. */
export const polish = `
bathroom-tiles | 14 | 0.5 | episodic | Kasia | | Płytki do łazienki zamówione: szarozielone, 15 na 15, dwanaście metrów plus zapas.
bathroom-leak | 29 | 0.1 | episodic | Tomek | | Zalaliśmy sąsiadkę z dołu, pękł wężyk pod umywalką. Pani Halina była zadziwiająco miła.
plumber | 60 | 0.3 | semantic | Tomek | | Hydraulik, pan Zenek, przychodzi tylko po siedemnastej i nie wystawia faktur.
electrician | 41 | 0.6 | episodic | Tomek | | Elektryk powiedział, że cała instalacja jest jeszcze aluminiowa i trzeba kuć we wszystkich pokojach. 9 tysięcy.
parquet | 110 | 0.9 | episodic | Kasia | | Pod linoleum jest dębowa klepka!!! Cyklinujemy, nie wyrzucamy.
parquet-oil | 18 | 0.2 | episodic | Kasia | | po olejowaniu nie wolno chodzić po podłodze 48 godzin, śpimy u mamy
windows | 83 | 0.4 | episodic | Kasia | | Okna wymienia wspólnota, ale dopiero wiosną przyszłego roku, mamy to na piśmie.
loan | 230 | 0.7 | semantic | Tomek | | Rata kredytu schodzi dziesiątego każdego miesiąca, 2 870 zł, z mojego konta.
budget | 11 | 0.8 | episodic | Tomek | | Zostało nam 14 300 na resztę remontu i ani grosza więcej, naprawdę.
kitchen-oven | 35 | 0.5 | episodic | Kasia | | Piekarnik bierzemy używany od Magdy, sześć lat, ale prawie nie piekła.
kitchen-wall | 96 | 0.8 | episodic | Tomek | | Ściany między kuchnią a pokojem nie wolno ruszać, jest nośna, konstruktor był kategoryczny.
thesis-chapter | 8 | 0.4 | episodic | Kasia | seminarium | Promotorka chce trzeci rozdział do końca miesiąca i żebym wyrzuciła połowę przypisów.
thesis-topic | 380 | 0.6 | semantic | Kasia | | Piszę o włókniarkach z Księżego Młyna i ich strajku z 1981 roku.
archive | 26 | 0.3 | semantic | Kasia | | Archiwum na placu Wolności czynne do piętnastej, teczki zamawia się dzień wcześniej.
conference | 19 | 0.9 | episodic | Kasia | | Przyjęli mój referat we Wrocławiu, jadę 6 czerwca, nocleg załatwia uczelnia
cat | 150 | 0.2 | semantic | Tomek | | Kot nazywa się Gwóźdź, bo znaleźliśmy go w pudełku z narzędziami.
cat-vet | 5 | 0.7 | short_term | Tomek | | Gwóźdź ma kamienie w pęcherzu, tylko mokra karma i dużo wody
neighbour-dog | 52 | 0.5 | episodic | Kasia | | Pies spod czwórki wyje, kiedy pan Mietek idzie na nocną zmianę, czyli w środy i soboty.
quiet-hours | 205 | 0.4 | semantic | Tomek | | Wiercić można od ósmej do osiemnastej, w soboty do czternastej, w niedzielę wcale.
cellar | 125 | 0.8 | semantic | Kasia | | Nasza komórka w piwnicy to numer 17, kłódka na szyfr, rok urodzenia babci.
stove | 72 | 0.1 | episodic | Tomek | | Zdun mówi, że stary kaflowy piec da się uratować, ale najpierw kominiarz musi sprawdzić przewód.
paint | 2 | 0.6 | short_term | Kasia | | kup 2 wałki i taśmę, ta niebieska nie odkleja farby
paint-colour | 23 | 0.3 | episodic | Kasia | | Sypialnia: kolor „mokra glina”, mat. W przedpokoju zostaje biel.
mother-in-law | 37 | 0.9 | episodic | Tomek | | Moja mama przyjeżdża na Boże Ciało i chce spać u nas, a my nie mamy drzwi w łazience.
bike | 64 | 0.2 | episodic | Tomek | | Ukradli mi rower z klatki, zgłoszone na komisariacie, ubezpieczyciel chce paragon.
job | 45 | 0.5 | episodic | Tomek | | Od września przechodzę na cztery piąte etatu, piątki wolne.
radiator | 13 | 0.7 | episodic | Kasia | | Kaloryfer w małym pokoju grzeje tylko do połowy, trzeba odpowietrzyć.
housewarming | 4 | 0.4 | short_term | Kasia | | parapetówka przesunięta na trzydziestego, bo Ola ma wtedy dyżur a bez Oli nie ma zabawy
grandma | 390 | 0.3 | semantic | Kasia | | Babcia Stefania pracowała przy krosnach u Scheiblera trzydzieści jeden lat i do końca życia źle słyszała.
skip | 1 | 0.6 | short_term | Tomek | | Kontener na gruz odbierają jutro o siódmej rano.

? Jakiego koloru są płytki w łazience? = bathroom-tiles
? kogo zalaliśmy = bathroom-leak
? O której godzinie przychodzi hydraulik? = plumber
? Ile ma kosztować wymiana kabli? = electrician
? Co odkryliśmy pod starą wykładziną? = parquet
? którego dnia pobierana jest rata = loan
? Czy możemy wyburzyć ścianę w kuchni? = kitchen-wall
? O czym jest doktorat Kasi? = thesis-topic
? do której otwarte jest archiwum = archive
? Co dolega kotu? = cat-vet
? Do której wolno hałasować w sobotę? = quiet-hours
? Jaki jest kod do piwnicy? = cellar
? Czemu Tomek był na policji? = bike
? kiedy robimy imprezę w nowym mieszkaniu = housewarming

! Ile metrów ma nasze mieszkanie?
! Jak nazywa się promotorka Kasi?
!! dzięki, na razie
`;
