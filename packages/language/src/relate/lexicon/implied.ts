import { meaningsOf } from './lexicon.js';

/** What is said with a word besides: one way only. Left: what stands in the statement, all of it; right: what that says too. */
const written = `
move > live
join > work
hire > work
takeover > own
buy > have
keep > have
hold > have
contain > have
offer > have
run > have
run > lead
adopt > have
inherit > have
acquire > have
own > have
maintain > own
maintain > responsible
own > responsible
responsible > own
switch > use
runson > use
assigned > own
study > learn
labrador > dog
poodle > dog
greyhound > dog
terrier > dog
spaniel > dog
puppy > dog
kitten > cat
dog > pet
cat > pet
hamster > pet
rabbit > pet
parrot > bird
daughter > child
son > child
mother > parent
father > parent
sister > sibling
brother > sibling
car have > drive
request > api
api > request
membership > member
standup > meeting
concert > event
fee > price
night > evening
oak > wood
oak > wooden
vegan > vegetarian
closed ticket > done
rent buy nurse > work
teacher > work
engineer > work
developer > work
programmer > work
designer > work
architect > work
lawyer > work
chef > work
baker > work
pilot > work
accountant > work
dentist > work
plumber > work
electrician > work
carpenter > work
journalist > work
photographer > work
scientist > work
professor > work
librarian > work
pharmacist > work
therapist > work
firefighter > work
farmer > work
translator > work
paramedic > work
midwife > work
surgeon > work
physiotherapist > work
hairdresser > work
gardener > work
mechanic > work
manager > work
apprentice > work
secretary > work
consultant > work
waiter > work
receptionist > work
cashier > work
postgres > database
mysql > database
mongodb > database
redis > database
redis > cache
sqlite > database
`;

interface Implication {
  all: readonly (readonly string[])[];
  says: readonly string[];
}

export const implications: readonly Implication[] = written
  .trim()
  .split('\n')
  .map((line) => {
    const [left = '', right = ''] = line.split(' > ');
    return { all: left.split(' ').map(meaningsOf), says: meaningsOf(right) };
  });

/** The words of some that say what is wanted. */
export const sayersOf = (keys: ReadonlySet<string>, wanted: ReadonlySet<string>): string[] =>
  implications
    .filter(
      ({ all, says }) => says.some((key) => wanted.has(key)) && all.every((each) => each.some((key) => keys.has(key))),
    )
    .flatMap(({ all }) => all.flat().filter((key) => keys.has(key)));

/** What words say besides themselves. */
export const impliedBy = (keys: ReadonlySet<string>): string[] => {
  const first = saidBy(keys);
  return [...first, ...saidBy(new Set([...keys, ...first]))];
};

const saidBy = (keys: ReadonlySet<string>): string[] =>
  implications.filter(({ all }) => all.every((each) => each.some((key) => keys.has(key)))).flatMap(({ says }) => says);
