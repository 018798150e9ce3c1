import { wordList } from './word-list.js';

export const adjectives = wordList(`
  new old good big small red blue green white black long short warm cold cheap expensive easy hard quiet loud clean dirty heavy
  light fast slow young strong weak soft rough smooth sharp round square flat thin thick wide narrow deep shallow high low bright
  dark empty full open broken fresh stale sweet sour bitter salty spicy dry wet hot cool early late modern ancient simple complex
  useful useless beautiful ugly pretty plain fancy elegant clumsy gentle brutal kind cruel honest greedy generous selfish brave
  shy proud humble curious boring exciting strange familiar famous unknown popular rare common special ordinary perfect faulty
  safe dangerous healthy sick tired awake hungry thirsty busy lazy rich poor lucky unlucky happy sad angry calm nervous relaxed
  jealous grateful lonely crowded private public local foreign national global rural urban wild tame domestic tropical arctic
  sunny cloudy rainy windy foggy snowy stormy humid wooden metal plastic golden silver bronze marble ceramic woollen striped
  spotted colourful pale vivid transparent shiny dull faded rusty dusty muddy sticky slippery fragile sturdy flexible rigid hollow
  solid liquid frozen boiled roasted grilled fried smoked pickled organic vegan digital analogue electric manual automatic wireless
  portable foldable adjustable temporary permanent annual monthly weekly daily hourly urgent optional mandatory legal illegal
  official informal formal casual professional amateur medical financial political religious cultural scientific technical
  historical academic creative romantic dramatic comic tragic heroic mysterious magical haunted abandoned neglected restored
`);

export const topics = wordList(`
  work family music money health weather food travel art history science politics language holiday project meeting budget salary
  deadline contract interview presentation report exam homework lesson course degree scholarship thesis experiment hypothesis theory
  evidence statistics probability algebra geometry calculus physics chemistry biology genetics ecology geology astronomy philosophy
  psychology sociology economics literature poetry grammar vocabulary pronunciation religion mythology folklore tradition wedding
  funeral divorce marriage pregnancy childhood adolescence friendship love trust loyalty jealousy ambition courage patience humour
  anxiety depression stress burnout insomnia migraine allergy asthma diabetes flu fever cough injury surgery vaccination diet
  nutrition exercise therapy rehabilitation insurance mortgage pension inheritance tax inflation recession investment shares savings
  debt loan interest bankruptcy startup merger strategy marketing advertising branding logistics recruitment training promotion
  feedback conflict negotiation compromise leadership teamwork motivation productivity software database network security privacy
  encryption password backup algorithm server browser website application interface prototype release maintenance outage incident
  automation robotics electricity energy climate pollution recycling sustainability wildlife conservation agriculture drought flood
  earthquake hurricane wildfire avalanche transport traffic railway aviation navigation tourism architecture renovation plumbing
  insulation furniture interior fashion jewellery makeup hairstyle tattoo theatre opera ballet orchestra festival concert exhibition
  documentary animation photography journalism censorship democracy election parliament constitution justice crime prison police
  immigration citizenship refugee border treaty diplomacy war peace revolution empire colony slavery freedom equality gender poverty
  charity volunteering community neighbourhood parenting education kindergarten discipline bullying curriculum apprenticeship career
`);

export const feelings = wordList(`
  happy worried excited proud nervous relieved sad angry grateful surprised confused disappointed hopeful curious ashamed bored calm
  content delighted embarrassed envious exhausted frustrated guilty homesick impatient inspired irritated jealous lonely moved
  nostalgic optimistic overwhelmed peaceful pessimistic puzzled restless satisfied sceptical shocked sympathetic tense terrified
  thankful thrilled touched uncertain uneasy upset wistful amused astonished cheerful cautious confident determined devoted eager
`);
