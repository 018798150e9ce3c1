import { NAME } from '@hippocamp/shared/language/reading';

/** A kind of attribute: what one says of somebody or something. */
interface Kind {
  /** One subject has one value of it at a time. */
  single: boolean;
  /** Said of an object, such as `likes:tea`; each object makes an attribute of its own. */
  of?: 'always' | 'maybe';
}

const kinds = {
  lives_in: { single: true },
  lives_in_region: { single: true },
  address: { single: true },
  works_at: { single: true },
  works_as: { single: true },
  [NAME]: { single: true },
  birthday: { single: true },
  birth_year: { single: true },
  born_in: { single: true },
  age: { single: true },
  marital_status: { single: true },
  partner: { single: true },
  likes: { single: true, of: 'always' },
  prefers: { single: true, of: 'always' },
  favourite: { single: true, of: 'always' },
  allergic_to: { single: true, of: 'always' },
  has: { single: false },
  drives: { single: false },
  speaks: { single: false },
  uses: { single: false },
  plays: { single: false },
  phone: { single: true },
  email: { single: true },
  /** "The rent is 900"; or a trait that one has or has not, `is:vegan`. */
  is: { single: true, of: 'maybe' },
  date: { single: true },
  time: { single: true },
  opening_date: { single: true },
  opening_time: { single: true },
  closing_date: { single: true },
  closing_time: { single: true },
  end_date: { single: true },
  end_time: { single: true },
  price: { single: true },
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

/** Whether one subject has one value of it at a time. One may have several dogs. */
export const isSingle = (attribute: Attribute): boolean => {
  const { name } = partsOf(attribute);
  return Object.hasOwn(kinds, name) && kinds[name as KindName].single;
};
