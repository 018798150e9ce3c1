import { monthNames, weekdayNames } from '../words/calendar.js';

const countries = new Set(
  `afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan bahamas bahrain bangladesh belarus belgium belize
  benin bhutan bolivia bosnia botswana brazil brunei bulgaria cambodia cameroon canada chad chile china colombia congo croatia cuba cyprus
  czechia denmark ecuador egypt england estonia ethiopia fiji finland france gabon gambia georgia germany ghana greece greenland guatemala
  guinea haiti honduras hungary iceland india indonesia iran iraq ireland israel italy jamaica japan jordan kazakhstan kenya korea kosovo
  kuwait kyrgyzstan laos latvia lebanon liberia libya liechtenstein lithuania luxembourg madagascar malawi malaysia maldives mali malta
  mauritius mexico moldova monaco mongolia montenegro morocco mozambique myanmar namibia nepal netherlands nicaragua niger nigeria norway
  oman pakistan palestine panama paraguay peru philippines poland portugal qatar romania russia rwanda scotland senegal serbia slovakia slovenia
  somalia spain sudan suriname sweden switzerland syria taiwan tajikistan tanzania thailand togo tunisia turkey turkmenistan uganda ukraine
  uruguay uzbekistan venezuela vietnam wales yemen zambia zimbabwe europe asia africa america california texas florida bavaria ontario
  oregon washington hawaii alaska arizona colorado virginia scandinavia brittany provence tuscany sicily catalonia andalusia quebec`
    .split(/\s+/)
    .concat([
      'united kingdom',
      'united states',
      'new zealand',
      'south africa',
      'south korea',
      'north korea',
      'costa rica',
      'sri lanka',
      'saudi arabia',
      'el salvador',
      'dominican republic',
      'czech republic',
      'hong kong',
      'northern ireland',
      'ivory coast',
      'united arab emirates',
    ]),
);

const otherNames: Record<string, string> = {
  nyc: 'new york',
  'new york city': 'new york',
  sf: 'san francisco',
  uk: 'united kingdom',
  'great britain': 'united kingdom',
  usa: 'united states',
  us: 'united states',
  'u.s': 'united states',
  america: 'united states',
  holland: 'netherlands',
};

/** People move to these as well, and do not live there. */
const notPlaces = new RegExp(
  `^(?:linux|windows|mac|macos|ubuntu|kubernetes|aws|azure|gcp|postgres\\w*|mysql|python|rust|typescript|javascript|java|go|marketing|sales|engineering|finance|hr|gmail|slack|teams|notion|github|gitlab|android|ios|iphone|chrome|firefox|vim|vs code|next|plan|room|table|page|chapter|part|level|step|phase|mr|mrs|dr|spring|summer|autumn|winter|google|amazon|microsoft|apple|meta|facebook|netflix|stripe|shopify|openai|anthropic|ibm|oracle|tesla|uber|spotify|twitter|nvidia|intel|samsung|sap|siemens|bosch|deloitte|accenture|whatsapp|signal|discord|windows|i|easter|christmas|${[...weekdayNames, ...monthNames].join('|')})\\b`,
);

/** "at Ann's" is with somebody. */
export const isPlace = (name: string): boolean => !notPlaces.test(name) && !name.endsWith("'s");

export const canonicalPlace = (name: string): string => otherNames[name] ?? name;

/** A country or region; "lives in Norway" and "lives in Oslo" are both true. */
export const isRegion = (name: string): boolean => countries.has(name);

const street =
  /\d|\b(?:street|lane|road|avenue|alley|drive|square|boulevard|court|close|way|quay|terrace|place|row|st|rd|ave|blvd|ln)$|(?:stra(?:ß|ss)e|weg|gasse|platz|gate|gata|laan|straat)$/;

export const isAddress = (name: string): boolean => street.test(name);
