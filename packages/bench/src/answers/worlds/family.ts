export const family = `
leo-nuts | 240 | 0.9 | semantic | Leo | | Leo is allergic to hazelnuts and walnuts, almonds are fine.
mira-cat | 310 | 0.3 | semantic | Mira | | Mira gets itchy eyes from cats but not from dogs.
leo-shoes | 18 | 0.2 | episodic | Leo | | Leo's shoe size is 34 now, up from 32 in spring.
mira-shoes | 21 | 0.4 | episodic | Mira | | Mira wears 38, the same as me, so she steals my boots.
dentist-leo | 6 | 0.7 | short_term | mum | calls-monday | Dentist for Leo moved to Tuesday the 9th, quarter past four, Dr. Amsel.
dentist-dad | 11 | 0.5 | short_term | dad | | I cracked a molar on an olive stone. Crown in two weeks, 680 after insurance.
boiler | 145 | 0.4 | semantic | dad | | Boiler serviced in June by Hartwig, next one due after two years. He said the pump sounds tired.
boiler-pressure | 90 | 0.6 | episodic | dad | | When the radiators go cold upstairs, fill the boiler to 1.5 bar with the grey hose under the sink.
grandma-birthday | 200 | 0.8 | semantic | mum | | Grandma Ruth turns eighty on the 22nd of April and wants no presents, only everybody at the table.
grandpa-stick | 75 | 0.3 | episodic | mum | | Grandpa left his walking stick in our car again.
dog-pills | 33 | 0.5 | episodic | mum | vet-visit | Biscuit gets half a thyroid pill in the morning and the other half with dinner, hidden in liver paste.
dog-weight | 33 | 0.2 | episodic | mum | vet-visit | The vet weighed Biscuit: 23.4 kilos, a kilo too many.
cello | 55 | 0.7 | semantic | Mira | | I don't want to play cello any more, I want drums.
jonas-job | 26 | 0.6 | episodic | Jonas | sunday-call | Jonas starts at the bike shop on Mondays and Saturdays, 14 an hour.
jonas-flat | 28 | 0.1 | episodic | Jonas | sunday-call | We found a flat share in Leipzig, third floor, no lift, 390 with heating.
holiday-house | 120 | 0.5 | semantic | dad | | The house in Brittany is booked from 18 July, keys are with Madame Le Goff at the bakery. She closes at one and opens again at four, so don't arrive in between like last time.
ferry | 118 | 0.9 | semantic | dad | | Ferry tickets are in the blue folder.
pizza | 1 | 0.8 | short_term | Leo | | PIZZA tonight please!!!
recipe-soup | 365 | 0.3 | semantic | Grandma Ruth | | The secret of my lentil soup is a spoon of vinegar at the very end, never before, else the lentils stay hard.
recipe-cake | 362 | 0.2 | semantic | Grandma Ruth | | For the plum cake take quark dough, yeast is too much trouble for a weekday.
school-trip | 14 | 0.6 | episodic | mum | | Leo's class goes to the salt mine on Friday, he needs a warm jacket and 12 euros.
mira-trip | 13 | 0.8 | episodic | mum | | Mira's exchange to Lyon costs 340 and the first half is due this week.
car-tyres | 49 | 0.4 | episodic | dad | | Winter tyres are on. The summer ones are in the cellar behind the sledges.
car-noise | 19 | 0.7 | episodic | mum | | The Skoda squeals when I turn left, only when it is cold.
piano-teacher | 170 | 0.2 | semantic | mum | | Mrs. Petrov takes 28 for half an hour, cash, and she hates it when we cancel on the same day.
bedtime | 84 | 0.1 | semantic | mum | | Leo may read until half past eight, Mira decides for herself.
library | 8 | 0.9 | short_term | Mira | | 3 books overdue, sorry
anniversary | 390 | 0.5 | semantic | dad | | We met on the night train to Trieste, and she had my seat.
neighbour | 62 | 0.3 | semantic | dad | | The Kowalskis next door have our spare key, and we water their tomatoes in August.
swim | 37 | 0.6 | episodic | Leo | | I can swim 200 metres without stopping now!
passport | 101 | 1 | semantic | mum | | Jonas's passport runs out in February, everyone else's is good for years.
glasses | 44 | 0.2 | episodic | Mira | | Mira's new glasses: -1.75 left, -2.25 right.

? Which nuts can't Leo eat? = leo-nuts
? what shoe size is Leo? = leo-shoes
? When does Leo have to be at the dentist? = dentist-leo
? what did dad break his tooth on = dentist-dad
? The upstairs radiators have gone cold, what am I supposed to do? = boiler-pressure
? Grandma's eightieth, what day is it and what would she like? = grandma-birthday
? Biscuit pills? = dog-pills
? How heavy is the dog? = dog-weight
? What instrument would Mira rather learn? = cello
? How much does Jonas earn at the bike shop? = jonas-job
? what does Jonas pay for his room in Leipzig? = jonas-flat
? Where do we pick up the keys of the holiday home in France, and at what hours? = holiday-house
? What makes Ruth's lentil soup so good? = recipe-soup
? how much is Mira's trip to Lyon = mira-trip
? whose passport has to be renewed? = passport
? who has a spare key to our house = neighbour

! What is Mira's favourite colour?
! When is Jonas's birthday?
! How much did the Skoda cost?
! Which vaccinations did Biscuit get?
!! thanks, that helps
!! who won the world cup in 1974
!! ok
!! blorp fnargle zzzt
`;
