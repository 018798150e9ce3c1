import { meaningsOf } from './lexicon.js';

/** Of one thing only one of a line is so, as `docs/facts.md` shows them. */
export const kindsWritten = `
red blue green yellow black white brown grey gray orange purple pink beige turquoise silver golden
nurse teacher doctor engineer lawyer accountant dentist vet plumber electrician pilot pharmacist firefighter librarian paramedic midwife surgeon professor hairdresser carpenter
spring summer autumn winter
north south east west
oak ash pine beech walnut birch steel concrete brick marble plastic glass
train bus bicycle tram ferry car foot
low medium high urgent critical
vegetarian carnivore
labrador poodle greyhound terrier spaniel beagle dachshund bulldog husky collie
weekly daily monthly fortnightly quarterly everyyear
single engaged married divorced widowed
petrol diesel electric hybrid
swedish norwegian danish german french italian spanish portuguese polish dutch english scottish irish
gold bronze platinum
left right
odd even
first second third fourth fifth last
ground basement attic
upper lower
breakfast lunch dinner
morning afternoon evening
window aisle
tea coffee
offset digital
beginner intermediate advanced
`;

/** Of two things both cannot be so where one is said of what the other is said of; for the words that tell apart they must stand alike. */
const kinds: readonly ReadonlySet<string>[] = kindsWritten
  .trim()
  .split('\n')
  .map((line) => new Set(line.split(' ').flatMap(meaningsOf)));

/** Of the things of a line more than one may be so: what is denied of the one is not denied of the other. */
const siblingsWritten = `
dog cat rabbit hamster parrot budgie canary horse pony goldfish tortoise snake chicken goat sheep cow pig duck goose bird
tea coffee milk juice beer wine whisky cola water
meat fish beef pork lamb chicken turkey cheese egg nut peanut almond gluten lactose shellfish soy
car van lorry truck motorbike motorcycle scooter bicycle bike bus
football tennis hockey rugby cricket golf swimming running cycling rowing chess
piano guitar violin cello flute trumpet drum organ harp
cigarette cigar alcohol tobacco
phone tablet laptop camera
child adult guest visitor
cash card cheque invoice
`;

const siblings: readonly ReadonlySet<string>[] = siblingsWritten
  .trim()
  .split('\n')
  .map((line) => new Set(line.split(' ').flatMap(meaningsOf)));

export const areSiblings = (first: string, second: string): boolean =>
  first !== second && siblings.some((line) => line.has(first) && line.has(second));

export const areOfOneKind = (first: string, second: string): boolean =>
  first !== second && kinds.some((kind) => kind.has(first) && kind.has(second));
