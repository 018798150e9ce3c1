/**
 * Words and phrases of equal meaning where the rest of two statements agrees. One line per meaning, its name first. A
 * word that is missing here stands only for itself.
 */
const home = `
live: live, reside, dwell, be based, be settled, live at, make one home
move: move to, move into, move over to, relocate to, relocate, settle in, settle down in, move house to
work: work, employ, be employed, job, employee, be on the payroll, employer
profession: occupation, profession, by trade
married: married, husband, wife, spouse, wed
engaged: engaged, fiance, fiancee, engagement
single: single, unmarried
divorced: divorced, divorce
child: child, kid
daughter: daughter, girl
son: son, boy
mother: mother, mum, mom, mummy, mommy, mama
father: father, dad, daddy, papa
grandmother: grandmother, grandma, granny, nan
grandfather: grandfather, grandpa, grandad
sibling: sibling
partner: partner, boyfriend, girlfriend
friend: friend, mate, pal, buddy
flatmate: flatmate, roommate, housemate
neighbour: neighbour, neighbor, next door
called: call, name, go by
like: like, love, enjoy, adore, be fond of, be keen on, be into, be a fan of, be a big fan of
hate: hate, dislike, detest, loathe, cannot stand, cannot bear
prefer: prefer, rather have, favour, favor, like best, like better
favourite: favourite, favorite
allergic: allergic, allergy, react to
home: home, house
flat: flat, apartment
car: car, automobile
motorbike: motorbike, motorcycle
bicycle: bicycle, bike, cycle
lorry: lorry, truck
train: train, rail
phone: phone, telephone, mobile, cell phone, cellphone, smartphone
television: television, tv, telly
laptop: laptop, notebook computer
computer: computer, pc
ram: ram, memory
fridge: fridge, refrigerator
router: router, internet box
holiday: holiday, vacation
film: film, movie
doctor: doctor, gp, physician
dentist: dentist
hospital: hospital, clinic
surgery: surgery, operation, operate on, op
medicine: medicine, medication, drug, tablet, pill
glasses: glasses, spectacles
birthday: birthday, be born on, date of birth
grandchild: grandchild, grandkid
vegetarian: vegetarian, eat no meat
eatmeat: eat meat
vegan: vegan
teetotal: teetotal, teetotaller
drinkalcohol: drink alcohol
smoke: smoke, smoker, cigarette
commute: commute, go to work, get to work, travel to work, go to the office, get to the office, travel to the office, to the office
cook: cook, prepare food
breakfast: breakfast
lunch: lunch
dinner: dinner, supper, evening meal
rent: rent, lease
buy: buy, purchase, acquire
sell: sell, get rid of, part with, give away
borrow: borrow
lend: lend, loan
repair: repair, fix, mend
broken: broken, out of order, out of operation, out of service, not working, defective, faulty, break down, kaput, bust
works: be working, function, back in service, back in operation, back online, up and running, working again, in service, in working order, operational
clean: clean, tidy
garden: garden, yard
allotment: allotment
shop: shop, store
rubbish: rubbish, trash, garbage, bin, refuse
sofa: sofa, couch
autumn: autumn, fall
football: football, soccer
speak: speak, talk
learn: learn
study: study, student
teach: teach, teacher, give lesson, instructor
coach: coach, trainer
drive: drive, operate
checkin: check-in, check in
checkout: check-out, check out
run: run, jog
swim: swim
play: play, player
sing: sing, singer
weigh: weigh, weight
tall: tall, height, high
long: long, length, duration
old: old, aged, age
wide: wide, width
cheap: cheap, inexpensive
expensive: expensive, dear, pricey, costly
big: big, large
small: small, little, tiny
fast: fast, quick, rapid
ill: ill, sick, unwell
happy: happy, glad
tired: tired, exhausted
afraid: afraid, scared, frightened, terrified
begin: begin, start, kick off, commence, get under way
end: end, finish, run until, last until, expire, run till, be until, be over, conclude
open: open
closed: close, shut
leave: leave, depart, set off
arrive: arrive, get in, come
visit: visit, go to see
gift: gift, present
money: money
near: near, close to, next to, beside, next door to
yearly: annual, yearly
`;

const work = `
quit: quit, give up, stop, cease, kick the habit, go off
answer: answer, reply, respond, get back to
contain: contain, consist of, comprise, include, be made up of
last: last, duration
own: own, owner, belong to, property of, ownership
responsible: responsible for, responsible, in charge of, accountable for, responsibility
care: look after, take care of, care for, in the hands of
takeover: take over, be handed over to
have: have, possess, have got, come with, feature
maintain: maintain, maintainer, keep up
lead: lead, leader, head, boss, manage, manager, run by, chief, be at the helm of
report: report to, work under, answer to
deputy: deputy, second in command, stand in for
limit: limit, cap, maximum, max, at most, up to, allow, allowance, quota, permit, no more than, ceiling, let, may send, can send, may make
least: at least, minimum, no less than
price: price, cost, be priced, charge, fee, rate, come to, go for, amount to
free: free of charge, at no cost, for free, cost nothing, gratis, no charge, free, no fee, complimentary
request: request, req, call, query
meeting: meeting, meet
standup: standup, stand up, stand-up, daily
takeplace: take place, happen, be held, occur, be scheduled, schedule, be planned for, be set for, go ahead, be booked for, fall on
postpone: postpone, push back, delay, put off, push, slip, reschedule, bring forward, shift
cancel: cancel, call off, scrap, be dropped
runson: run on, be hosted on, be hosted by, host, be deployed on, be deployed to, be running on, be powered by, live on, sit on
use: use, utilise, utilize, make use of, employ as, rely on
store: store, keep in, hold, be kept in, be stored in, live in the, save in, persist
keep: keep, retain, retention, retention period, be kept for
depend: depend on, rely upon, need for, require
version: version, release, v
current: current, latest, present
ship: release, come out, publish, launch, ship, deploy, roll out, go live, deployment, release to, deliver
deadline: deadline, due date, due
golive: go-live, golive
assigned: assign, be assigned to, assignee
oncall: on call, on-call, on duty, pager duty
team: team, squad
staff: staff, employee number, personnel, headcount
customer: customer, client
supplier: supplier, supply, vendor, deliver to
contract: contract, agreement
invoice: invoice, bill
office: office
budget: budget, spend
approve: approve, approval, sign off, sign-off, ok, give the go ahead, greenlight
reject: reject, decline, refuse, turn down
done: done, complete, completed, finished, resolved, fixed
ticketopen: pending, unresolved, outstanding
database: database, db
backend: backend, back end, back-end
frontend: frontend, front end, front-end
repository: repository, repo
documentation: documentation, docs
environment: environment, env
production: production, prod, live system
staging: staging, stage environment
backup: backup, back up
outage: outage, downtime, down
log: log
timeout: timeout, time out, expire, expiry, expiration, valid until, run until, run out, valid
pull: pull request, merge request, pr
review: review, look over, go over
written: written in, write in, rewrite in, port to, be implemented in, be coded in, be programmed in
replace: replace, supersede, take the place of
switch: switch to, change to, migrate to, go over to, transition to, upgrade to, upgrade, migrate
located: locate, be situated, be found, stand in, lie in
warehouse: warehouse, storehouse, depot
member: member, membership, belong to
rehearse: rehearse, rehearsal, practise, practice
conduct: conduct, conductor
chair: chair, chairperson, chairman, chairwoman, preside over
treasurer: treasurer
secretary: secretary
course: course, class, lesson
accept: accept, take
licence: licence, license
centre: centre, center
programme: programme, program
grey: grey, gray
tyre: tyre, tire
cheque: cheque, check
jewellery: jewellery, jewelry
plough: plough, plow
theatre: theatre, theater
catalogue: catalogue, catalog
aluminium: aluminium, aluminum
pyjamas: pyjamas, pajamas
card: card
train2: training
guest: guest, visitor
attend: attend, participate in, take part in
win: win, victory
password: password, passcode
email: email, e-mail, mail address
address: address
language: language
colour: colour, color, be painted
size: size
capacity: capacity, hold up to, seat, have room for
employee: worker
apprentice: apprentice, trainee
opening: opening hour, opening time, open hour
weekly: weekly, once a week, every week, each week
daily: every day, every night, nightly, each night, each day, day in day out, once a day
monthly: monthly, once a month, every month, each month
fortnightly: fortnightly, every two weeks, every second week, every other week, once a fortnight, biweekly, every 2 weeks, every second monday, every other monday, every second tuesday, every other tuesday, every second wednesday, every other wednesday, every second thursday, every other thursday, every second friday, every other friday, every second saturday, every other saturday, every second sunday, every other sunday
twiceweekly: twice a week, two times a week, two times per week, twice weekly, twice per week
twicedaily: twice a day, twice daily, two times a day, twice per day
quarterly: quarterly, every quarter, once a quarter, every three months, every 3 months
halfyearly: half-yearly, once every six months, every six months, every 6 months, twice a year, twice yearly, two times a year, every half year
everyyear: annually, every year, each year, once a year
hourly: hourly, every hour, each hour, once an hour
halfhourly: half-hourly, every half hour, every half an hour, every 30 minutes, every thirty minutes, twice an hour
quarterhourly: every quarter of an hour, every 15 minutes, every fifteen minutes, four times an hour, 4 times an hour
sixhourly: every six hours, every 6 hours, four times a day, 4 times a day, four times daily
eighthourly: every eight hours, every 8 hours, three times a day, 3 times a day, three times daily
everyotherday: every other day, every second day, every two days, every 2 days
everyotheryear: every other year, every second year, every two years, every 2 years
`;

export const frequencies =
  'weekly daily monthly fortnightly twiceweekly twicedaily quarterly halfyearly everyyear hourly halfhourly quarterhourly sixhourly eighthourly everyotherday everyotheryear'.split(
    ' ',
  );

export const meanings: ReadonlyMap<string, readonly string[]> = new Map(
  `${home}${work}`
    .split('\n')
    .filter((line) => line.includes(':'))
    .map((line): [string, string[]] => {
      const [name = '', listed = ''] = line.split(': ');
      return [name, listed.split(', ')];
    }),
);
