import { NAME } from '@hippocamp/shared/language/reading';
import { stemsOf } from '@hippocamp/shared/text/terms';

/** A kind of attribute: what one says of somebody or something. */
interface Kind {
  /** One subject has one value of it at a time. */
  single: boolean;
  /** Said of an object, such as `likes:tea`; each object makes an attribute of its own. */
  of?: 'always' | 'maybe';
  /** Verbs that say no more than the attribute does: "I live in Porto." after "I moved to Porto." repeats it. */
  verbs?: string;
  /**
   * Other words by which a claim may state it: of "has a hazelnut allergy" nothing is left beside "allergic to hazelnuts". Apart
   * from the verbs, since who loves tea says more than who likes it, and has stated a liking all the same.
   */
  stated?: string;
  /** Words that state its denial. */
  opposites?: string;
}

const kinds = {
  lives_in: { single: true, verbs: 'live move relocate settle reside', stated: 'based' },
  lives_in_region: { single: true },
  address: { single: true },
  works_at: { single: true, verbs: 'work start join employ', stated: 'job hired' },
  works_as: { single: true, stated: 'work job employed' },
  [NAME]: { single: true, stated: 'name called named' },
  birthday: { single: true, stated: 'birthday born' },
  birth_year: { single: true, stated: 'born' },
  born_in: { single: true },
  age: { single: true, stated: 'years old turned' },
  marital_status: { single: true },
  partner: { single: true },
  likes: {
    single: true,
    of: 'always',
    stated: 'like love enjoy adore fond keen fan',
    opposites: 'hate dislike detest stand bear cannot',
  },
  prefers: { single: true, of: 'always' },
  favourite: { single: true, of: 'always' },
  allergic_to: { single: true, of: 'always', stated: 'allergic allergy have suffer' },
  has: { single: false, stated: 'own have got' },
  drives: { single: false },
  speaks: { single: false },
  uses: { single: false },
  plays: { single: false },
  phone: { single: true },
  email: { single: true },
  /** "The rent is 900"; or a trait that one has or has not, `is:vegan`. */
  is: { single: true, of: 'maybe' },
  date: {
    single: true,
    stated: 'moved postponed rescheduled scheduled planned set due place takes starts begins',
  },
  time: { single: true, stated: 'moved scheduled starts begins takes place' },
  opening_date: { single: true, stated: 'opens open' },
  opening_time: { single: true, stated: 'opens open' },
  closing_date: { single: true },
  closing_time: { single: true },
  end_date: { single: true },
  end_time: { single: true },
  price: { single: true, stated: 'costs price priced' },
} as const satisfies Record<string, Kind>;

/** The closed list, as `docs/facts.md` shows it. */
export const attributes: Readonly<Record<string, Readonly<Kind>>> = kinds;

type KindName = keyof typeof kinds;
type NamesOf<Of> = { [Name in KindName]: (typeof kinds)[Name] extends { of: Of } ? Name : never }[KindName];
type WithObject = NamesOf<'always' | 'maybe'>;

declare const noun: unique symbol;
/** What a pet or a relative is to somebody, such as "dog": its value is the name that was given, and one may have several. */
export type Noun = string & { readonly [noun]: true };
export const asNoun = (word: string): Noun => word as Noun;

/** All that is read of anybody or anything. */
export type Attribute = Exclude<KindName, NamesOf<'always'>> | `${WithObject}:${string}` | Noun;

const partsOf = (attribute: string): { name: string; object: string } => {
  const [name = '', object = ''] = attribute.split(':');
  return { name, object };
};

const none: ReadonlySet<string> = new Set();
/** A dog with a name is stated with these; so is what nothing else is known of. */
const naming = stemsOf('have called named name');

interface Words {
  verbs: ReadonlySet<string>;
  stating: ReadonlySet<string>;
}

const wordsOf = ({ verbs = '', stated = '', opposites = '' }: Kind): Words => {
  const stating = stemsOf(`${verbs} ${stated} ${opposites}`);
  return { verbs: stemsOf(verbs), stating: stating.size > 0 ? stating : naming };
};

const wordsByName: ReadonlyMap<string, Words> = new Map(
  Object.entries(kinds).map(([name, kind]) => [name, wordsOf(kind)]),
);

/** Whether one subject has one value of it at a time. One may have several dogs. */
export const isSingle = (attribute: Attribute): boolean => {
  const { name } = partsOf(attribute);
  return Object.hasOwn(kinds, name) && kinds[name as KindName].single;
};

/** Stems of the verbs that an attribute stands for. */
export const verbsOf = (attribute: string): ReadonlySet<string> =>
  wordsByName.get(partsOf(attribute).name)?.verbs ?? none;

/** Stems of all words by which it may be stated, without its own. */
export const statingWords = (attribute: string): ReadonlySet<string> =>
  wordsByName.get(partsOf(attribute).name)?.stating ?? naming;

/** The words of an attribute itself: its name and its object. */
export const ownWords = (attribute: string): string => {
  const { name, object } = partsOf(attribute);
  return `${name} ${object}`;
};
