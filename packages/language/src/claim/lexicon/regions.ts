/** Names of countries and wider regions, in lower case, word by word: a town in one of them is no other place. */
const regions = new Set(
  `afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan bahamas bahrain bangladesh barbados
  belarus belgium belize benin bhutan bolivia bosnia botswana brazil brunei bulgaria burkina burma burundi cambodia cameroon canada
  chad chile china colombia congo croatia cuba cyprus czechia denmark djibouti dominica ecuador egypt eritrea estonia ethiopia fiji
  finland france gabon gambia georgia germany ghana greece grenada guatemala guinea guyana haiti honduras hungary iceland india
  indonesia iran iraq ireland israel italy jamaica japan jordan kazakhstan kenya kosovo kuwait kyrgyzstan laos latvia lebanon lesotho
  liberia libya liechtenstein lithuania luxembourg madagascar malawi malaysia maldives mali malta mauritania mauritius mexico moldova
  monaco mongolia montenegro morocco mozambique myanmar namibia nepal netherlands nicaragua niger nigeria macedonia norway oman
  pakistan palestine panama paraguay peru philippines poland portugal qatar romania russia rwanda senegal serbia singapore slovakia
  slovenia somalia spain sudan suriname sweden switzerland syria taiwan tajikistan tanzania thailand togo tunisia turkey turkmenistan
  uganda ukraine emirates uae kingdom uk usa us states america uruguay uzbekistan vatican venezuela vietnam yemen zambia zimbabwe
  england scotland wales britain ulster holland korea zealand arabia lanka africa asia europe eu antarctica oceania scandinavia
  balkans caribbean iberia benelux midlands bavaria saxony tuscany sicily sardinia provence brittany normandy catalonia andalusia
  galicia flanders wallonia tyrol carinthia california texas florida oregon nevada arizona colorado ohio michigan illinois virginia
  georgia alabama alaska hawaii quebec ontario alberta manitoba siberia bohemia moravia silesia pomerania`.split(/\s+/),
);

/** Whether a word names a country or a wider region. */
export const isRegion = (word: string): boolean => regions.has(word.toLowerCase());
