/** A unit of measure: amounts of one dimension can be compared. */
export interface Unit {
  dimension: string;
  /** How many of the dimension's own unit one of these is. */
  factor: number;
}

/** Dimension, then units with their factors: names of one unit are joined by "/". Months are no number of days. */
const written = `
time: ms/msec/millisecond 0.001, s/sec/second 1, min/minute 60, h/hr/hrs/hour 3600, day 86400, week/wk 604800, fortnight 1209600
month: month/mo 1, quarter 3, year/yr 12, decade 120
length: mm/millimetre/millimeter 0.001, cm/centimetre/centimeter 0.01, metre/meter 1, km/kilometre/kilometer/k's 1000, inch/inches 0.0254, foot/feet/ft 0.3048, yard 0.9144, mile/mi 1609.344
mass: mg/milligram 0.001, g/gram/gramme/gr 1, kg/kilo/kilogram/kilogramme 1000, ton/tonne 1000000, lb/lbs 453.592, ounce/oz 28.3495
bytes: byte 1, kb/kilobyte 1e3, mb/megabyte/meg 1e6, gb/gigabyte/gig 1e9, tb/terabyte 1e12, kib 1024, mib 1048576, gib 1073741824, tib 1099511627776
bits: bit 1, kbit 1e3, mbit/megabit 1e6, gbit/gigabit 1e9
volume: ml/millilitre/milliliter 0.001, cl/centilitre 0.01, dl/decilitre 0.1, l/litre/liter 1, hectolitre 100
area: m²/sqm 1, ha/hectare 10000, km² 1000000, acre 4046.86
euro: €/euro/eur 1
dollar: $/dollar/usd/buck 1
pound: £/pound/gbp/quid 1
franc: chf/franc 1
crown: kr/krona/krone/kronor/kroner/sek/nok/dkk 1
yen: ¥/yen/jpy 1
rupee: ₹/rupee/inr 1
percent: %/percent/pct 1
degree: °/degree/degrees/°c/celsius 1
fahrenheit: °f/fahrenheit 1
watt: w/watt 1, kw/kilowatt 1000, mw/megawatt 1000000
energy: kwh 1
volt: v/volt 1
decibel: db/decibel 1
hertz: hz/hertz 1, khz 1000, mhz 1e6, ghz 1e9
core: vcpu 1
`;

export const units: ReadonlyMap<string, Unit> = new Map(
  written
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [dimension = '', listed = ''] = line.split(': ');
      return listed.split(', ').flatMap((each) => {
        const [names = '', factor = '1'] = each.split(' ');
        return names.split('/').map((name): [string, Unit] => [name, { dimension, factor: Number(factor) }]);
      });
    }),
);

const MONEY: ReadonlySet<string> = new Set(['euro', 'dollar', 'pound', 'franc', 'crown', 'yen', 'rupee']);

export const isMoney = (dimension: string): boolean => MONEY.has(dimension);

/** The unit that a word names, in the singular or the plural; "db" is a database as often. */
export const unitOf = (word: string): Unit | null => {
  const low = word.toLowerCase().replace(/\.$/, '');
  const singular = [low.replace(/es$/, ''), low.replace(/s$/, '')].find((word) => word.length > 2 && units.has(word));
  return units.get(low) ?? units.get(singular ?? '') ?? null;
};
