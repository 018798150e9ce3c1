export const office = `
freeze | 3 | 0.9 | episodic | Nadia Fournier | planning-41 | Code freeze for the Heron release starts on the 14th at noon; only blockers get in after that.
heron-owner | 48 | 0.4 | episodic | Nadia Fournier | planning-36 | Heron is owned by Tomasz now, Ines moved over to billing.
osprey-owner | 51 | 0.7 | episodic | Nadia Fournier | planning-36 | Osprey stays with Beatriz until at least the summer.
wifi-guest | 210 | 0.2 | semantic | Gordon | | Guest wifi is CopperKettle, password teaspoon-88. Please don't give out the staff one.
printer | 96 | 0.1 | episodic | Gordon | | The printer on the second floor only takes A4 from tray 2. Tray 1 jams every single time.
tomasz-leave | 12 | 0.6 | episodic | Tomasz | standup-118 | I'm off from the 3rd to the 17th, hiking in the Tatras, no laptop.
beatriz-leave | 15 | 0.8 | episodic | Beatriz | standup-117 | I'll be away the last week of the month, my sister gets married in Porto.
mirador-contact | 130 | 0.5 | episodic | Ines | sales-call-9 | Our contact at Mirador Hotels is Lucille Okafor, head of procurement. She prefers the phone and never answers e-mail before eleven.
mirador-renewal | 34 | 0.3 | episodic | Ines | sales-call-14 | Mirador renewed for two years but only took 140 seats instead of 200.
baltic-renewal | 29 | 0.9 | episodic | Ines | sales-call-15 | Baltic Freight will not renew unless single sign-on is done by March.
lunch-thursday | 5 | 0.7 | short_term | Gordon | | Thursday lunch: dumplings.
budget-design | 77 | 0.8 | episodic | Nadia Fournier | planning-39 | The design budget for next year is 62,000, a fifth less than what we asked for.
budget-travel | 77 | 0.5 | episodic | Nadia Fournier | planning-39 | Travel got 18,000 for the whole team, so no conference abroad unless somebody speaks there.
staging | 22 | 0.2 | episodic | Tomasz | standup-112 | Staging resets itself every Sunday night, so anything you put there by hand is gone on Monday.
interview-ravi | 9 | 0.6 | episodic | Beatriz | hiring-4 | Ravi was strong on the take-home but went quiet when we asked about testing. I'd still make him an offer.
interview-oona | 8 | 0.4 | episodic | Beatriz | hiring-4 | Oona talked mostly about her old team. Good designer, wrong level for us.
parking | 300 | 0.3 | semantic | Gordon | | Visitors park in bays 31 to 36, the barrier opens if you ring reception.
desk-plants | 61 | 0.9 | short_term | Ines | | somebody please water the ferns
retro-meetings | 40 | 0.5 | episodic | Tomasz | retro-7 | In the retro we agreed to have no meetings on Wednesdays, with the exception of incident reviews.
logo | 155 | 0.7 | semantic | Beatriz | | Legal said the old heron logo is too close to that of a bank, so the bird now faces left and lost its crest.
vpn | 188 | 0.4 | semantic | Gordon | | New laptops need the VPN profile called "amber", not "amber-old". The old one connects but nothing resolves.
tomasz-coffee | 260 | 0.1 | semantic | Tomasz | | Tomasz takes his coffee black, oat milk makes him sick.
ines-coffee | 255 | 0.2 | semantic | Ines | | Ines drinks only decaf after two.
invoice-day | 140 | 0.6 | semantic | Ines | | Invoices go out on the second working day of a month. If finance is closed they wait for the next one, never the other way round, because the auditors complained about dates in the future.
metrics-churn | 20 | 0.8 | episodic | Nadia Fournier | planning-40 | Churn went from 3.1 to 2.4 percent since we changed the onboarding.
sso-vendor | 17 | 0.3 | episodic | Tomasz | standup-115 | For single sign-on I'd take the library from Kestrel, the other one has had no commit since last autumn.
fire-drill | 2 | 0.5 | short_term | Gordon | | Fire drill tomorrow at ten, meeting point is the fountain, not the car park.
oldest-bug | 330 | 0.2 | semantic | Beatriz | | The date picker shows the wrong week in Brazil; we have known it for three years.
allhands | 6 | 1 | short_term | Nadia Fournier | | Good all-hands today everyone!
keys | 112 | 0.4 | episodic | Gordon | | The spare key of the server cupboard hangs behind the first-aid box.
release-notes | 4 | 0.6 | episodic | Ines | standup-119 | I will write the release notes for Heron, send me screenshots by Friday.

? guest wifi password? = wifi-guest
? Who is responsible for Heron these days? = heron-owner
? who owns Osprey = osprey-owner
? When is Tomasz on holiday? = tomasz-leave
? Why can't Beatriz make it at the end of the month? = beatriz-leave
? I have to call Mirador Hotels later today and I forgot the name of the person there, who was it again? = mirador-contact
? How many seats did Mirador take when they renewed? = mirador-renewal
? What does Baltic Freight demand before it signs again? = baltic-renewal
? how much money is there for design next year = budget-design
? What did Beatriz think of Ravi? = interview-ravi
? where can guests leave their car? = parking
? Which VPN profile should I install on a new laptop? = vpn
? On which day do we send out invoices, and what if finance is closed? = invoice-day
? meetings on Wednesdays? = retro-meetings
? how does Tomasz like his coffee = tomasz-coffee
? When does the code freeze begin? = freeze

! What is Nadia's phone number?
! Who owns the Pelican project?
! How much did Mirador Hotels pay last year?
! What did Ravi say about his salary?
!! hi
!! what is the capital of Peru
!! qpwoe rutyal skdj
`;
