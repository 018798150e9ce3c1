export const freelancer = `
rate-day | 240 | 0.5 | semantic | | | My day rate is 620 since January, 540 for charities.
rate-rush | 238 | 0.2 | semantic | | | Weekend and rush work plus 40 percent, said before and not after.
client-larkspur | 85 | 0.7 | episodic | Delphine | larkspur | Delphine at Larkspur wants everything in Dutch and French, English comes later if at all.
client-larkspur-font | 56 | 0.1 | episodic | Delphine | larkspur | Larkspur's typeface is Vollkorn, licence is theirs, never embed it in mockups.
client-quarry | 47 | 0.4 | episodic | Samir | quarry | Samir from Quarry Climbing pays late but always pays. Send the reminder after 20 days with a joke in it.
client-quarry-colour | 43 | 0.8 | episodic | Samir | quarry | Quarry orange is #E4572E on screen, on the wall it is RAL 2004.
client-finch | 20 | 0.3 | episodic | Margit | finch | Margit of Finch & Daughters cancelled the brochure, we keep the deposit of 800.
client-finch-site | 18 | 0.9 | episodic | Margit | finch | The Finch website goes live on the 30th whatever happens, her father turns ninety that day.
invoice-late | 13 | 0.6 | episodic | | | Invoice 2026-031 to Quarry, 1,860, due for three weeks.
invoice-paid | 10 | 0.7 | episodic | | | Larkspur paid 2026-029 in full, 3,100.
tax-deadline | 36 | 0.5 | semantic | Ottoline | | VAT return until the 10th, says Ottoline, she needs the receipts by the 5th. Train tickets as PDF, not as photos, and for every meal the names of those who ate.
tax-laptop | 37 | 0.2 | semantic | Ottoline | | The laptop can be written off over one year, the chair over thirteen.
pension | 300 | 0.4 | semantic | | | Put 300 a month into the fund, no thinking, first of the month.
hosting | 132 | 0.6 | semantic | | | All client sites are at Nordhost, login with the key on the yubi, not with the password.
domain-finch | 134 | 0.3 | episodic | | finch | finchanddaughters.example runs out on 4 June and is registered with the uncle.
domain-quarry | 133 | 0.8 | episodic | | quarry | The Quarry domain renews itself, Samir's card.
idea-map | 160 | 0.1 | semantic | | | Idea: a map of every public bench in town that gets evening sun.
idea-zine | 162 | 0.9 | semantic | | | zine about doors??
studio-rent | 105 | 0.5 | semantic | Bo | | Studio share with Bo is 280 plus power, notice three months to the end of a quarter.
studio-heating | 8 | 0.4 | short_term | Bo | | Bo has an electrician coming for the heater on Wednesday, be there or leave the key at the café.
workshop | 27 | 0.7 | episodic | | | Lettering workshop at the library: 14 people signed up, bring the big nibs, paper is there.
talk-lisbon | 62 | 0.3 | semantic | | | The talk in Lisbon pays the flight and one night, 25 minutes about signs for small shops.
contract-clause | 222 | 0.2 | semantic | | | Always put in: two rounds of changes, the third costs. Learned that with the mattress people.
printer-oswald | 144 | 0.6 | semantic | Oswald | | Oswald prints up to A3 riso, five working days, soy ink, no metallics.
printer-big | 143 | 0.8 | semantic | | | For posters above A2 use Kranich in Kassel, files as PDF/X-4 with 3 mm bleed.
health | 24 | 0.5 | episodic | | | Wrist hurts, switched the pen to the left for sketches.
lead-museum | 5 | 0.9 | short_term | Fenna | | Fenna from the tram museum asks for an offer, six signs and an app, by the end of next week.
lead-vet | 4 | 0.2 | short_term | | | A vet in Gouda wants a logo with "not a paw". Like her already.
backup-disk | 116 | 0.4 | semantic | | | Backups: black disk on even weeks, green disk on odd ones, the green one sleeps at mum's.
reading | 2 | 1 | short_term | | | slow day, read, slept
portfolio | 91 | 0.6 | episodic | | | Take the bank out of the portfolio, they asked nicely.
collab-ida | 50 | 0.3 | episodic | Ida | | Ida codes what I draw, gets 45 percent, and wants tickets instead of voice messages.

? what's my day rate? = rate-day
? How much extra do I charge for work on a weekend? = rate-rush
? In which languages does Delphine want the texts? = client-larkspur
? Which font does Larkspur use? = client-larkspur-font
? hex code of the Quarry orange = client-quarry-colour
? How should I remind Samir of an unpaid bill? = client-quarry
? What became of the brochure for Margit? = client-finch
? finch website launch date? = client-finch-site
? Which invoice is Quarry still sitting on? = invoice-late
? By when does Ottoline need my receipts, and in what form did she want the train tickets? = tax-deadline
? over how many years do I write off the chair = tax-laptop
? When does the domain of Finch & Daughters expire? = domain-finch
? how much notice do I have to give to leave the studio = studio-rent
? I've got a huge poster to print this time, bigger than A2, who did I want to use for that? = printer-big
? What does Oswald print? = printer-oswald
? what is Ida's share? = collab-ida

! What is Delphine's surname?
! How much rent does Bo pay for his flat?
! Did the tram museum accept my offer?
! Which camera did I buy?
!! hey, how are you today?
!! what is the boiling point of ethanol
!! ghjk tyui vbnm
`;
