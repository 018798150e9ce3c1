export const choir = `
rehearsal-room | 60 | 0.3 | semantic | Philippa | | From September on we rehearse in the old customs house, the parish hall is being painted.
rehearsal-time | 61 | 0.8 | semantic | Philippa | | Sopranos and altos start at 19:00, tenors and basses at 19:45, everybody together from 20:15.
concert-spring | 25 | 0.6 | episodic | Philippa | committee-5 | The spring concert is on 11 May in St. Brannock's, call time two hours before.
concert-advent | 150 | 0.9 | episodic | Philippa | committee-2 | Advent concert: 8 December, in the castle courtyard if it is dry.
programme-spring | 23 | 0.4 | episodic | Emrys | committee-5 | For spring we sing the Fauré, two Stanford motets and the Welsh lullaby.
fee | 280 | 0.5 | semantic | Dilys | | Membership is 90 a year, 45 for students, paid to Dilys before Easter.
fee-missing | 17 | 0.7 | episodic | Dilys | | Still missing fees from Gareth, Wanda and both Pritchards.
dress | 145 | 0.2 | semantic | Wanda | | Black from head to toe, the men with the burgundy ties that hang in the cupboard. No perfume please, Anwen faints.
score-hire | 32 | 0.1 | episodic | Gareth | | Hire of the Fauré scores costs 2.20 each and they must go back by the end of May, rubbed clean of pencil.
solo-soprano | 12 | 0.6 | episodic | Emrys | | Anwen sings the Pie Jesu.
solo-bass | 12 | 0.3 | episodic | Emrys | | The baritone solo goes to Huw, with Gareth as the understudy because Huw's back is still bad.
cake-may | 3 | 0.9 | short_term | Wanda | | Cake rota for May: Wanda lemon drizzle, Dilys scones, Huw "something from the shop".
tea-urn | 77 | 0.4 | episodic | Huw | | The tea urn trips the fuse if the heater runs too.
tour | 90 | 0.8 | episodic | Dilys | committee-4 | The tour to Brittany is 420 a head with the coach and three nights in Quimper. A deposit of 100 by the end of the month.
tour-2019 | 395 | 0.6 | semantic | Huw | | On our first tour the coach broke down in Exeter and we sang at the service station until somebody gave us chips.
accompanist | 52 | 0.5 | semantic | Emrys | | Our pianist Soo-Jin can't come on first Mondays, then Emrys plays himself, badly.
piano-tuner | 48 | 0.2 | episodic | Gareth | | Piano tuner comes Thursday, 70 in cash, someone has to let him in at nine.
new-tenor | 6 | 0.7 | short_term | Philippa | | We have a new tenor! Rhodri, sings in tune, reads music, is under forty.
huw-back | 29 | 0.1 | episodic | Huw | | Slipped disc, doctor says no standing for more than ten minutes until April.
anwen-baby | 21 | 0.8 | semantic | Anwen | | I'm expecting in August, so I won't be at the summer school.
grant | 110 | 0.4 | episodic | Dilys | committee-3 | The arts council gave us 1,500 for working with the two primary schools. The report has to be in by the end of the year, and photographs of children need a signed form from each family.
tickets | 14 | 0.3 | episodic | Wanda | | Tickets for the spring concert are 12 at the door, 10 beforehand from the bookshop, children free.
bookshop | 15 | 0.5 | episodic | Wanda | | The bookshop keeps five percent.
keys-hall | 58 | 0.6 | semantic | Gareth | | Keys to the customs house: one with Gareth, one in the flower pot by the side door.
warmup | 185 | 0.2 | semantic | Emrys | | Hum before you sing, yawn before you hum.
complaint | 42 | 0.7 | episodic | Philippa | | The neighbours of the customs house complained about noise after ten.
recording | 35 | 0.3 | semantic | Rhodri | | I can record the concert with two decent microphones, no charge if I get a cake.
welsh | 70 | 0.9 | semantic | Emrys | | Pronounce the double l with the tongue behind the teeth and blow; it is not a k.
library-box | 128 | 0.4 | semantic | Gareth | | Box 7 has the carols, box 9 what is left of the Messiah.
parking-church | 24 | 0.5 | episodic | Wanda | | No parking at St. Brannock's on a Saturday, use the school.

? Where do we rehearse from September on? = rehearsal-room
? what time do basses have to be there = rehearsal-time
? When is the spring concert? = concert-spring
? When is the advent concert? = concert-advent
? what are we singing in spring? = programme-spring
? Who hasn't paid yet? = fee-missing
? membership fee for a student = fee
? what should I wear at a concert, and is there anything I should not put on? = dress
? who has the soprano solo in the Pie Jesu? = solo-soprano
? who stands in for Huw if he can't sing the baritone solo = solo-bass
? How much is the Brittany tour per person, and by when do they want the deposit? = tour
? Huw back injury? = huw-back
? Why will Anwen miss the summer school? = anwen-baby
? Tickets at the door cost? = tickets
? I'm locked out of the customs house, where is the key? = keys-hall
? which box are the carols in = library-box

! How old is Philippa?
! Which hotel do we stay at in Quimper?
! Who sings the tenor solo?
! When did Soo-Jin learn the piano?
!! thank you!
!! convert 40 miles to kilometres
!! mnbv cxz lkj
`;
