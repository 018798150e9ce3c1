import { wordList } from './word-list.js';

/** Each can be done to a thing. */
export const verbs = wordList(`
  buy sell find fix bring take keep show give send order return borrow lend clean wash paint build break open close move lift carry
  drop hide lose replace repair test check measure weigh count sort pack unpack wrap cut fold hang throw catch push pull turn hold
  touch watch admire describe draw sketch photograph film record copy print scan share post publish review rate recommend compare
  choose pick reserve book cancel postpone change adjust improve upgrade install remove delete restore save store collect gather
  divide split join attach connect disconnect charge empty fill refill pour mix stir heat cool freeze melt dry polish scrub sweep
  dust decorate design invent discover explain discuss mention forget remember notice recognise examine inspect investigate study
  analyse calculate estimate predict plan schedule organise arrange prepare finish start continue interrupt delay avoid prevent
  protect guard insure secure lock unlock deliver collect ship import export trade exchange auction donate inherit own rent lease
  finance fund sponsor support promote advertise demonstrate present perform rehearse practise learn teach train coach guide lead
  follow chase track trace monitor control manage supervise assign delegate approve reject accept refuse deny confirm verify
  validate sign seal stamp label tag name rename number list outline summarise translate transcribe edit correct proofread format
  compress encrypt configure deploy compile debug refactor document archive backup recover migrate simplify extend shorten widen
  sharpen grind carve sculpt knit sew stitch weave embroider iron dye bleach soak rinse plant water prune harvest weed fertilise
`);

export const activities = wordList(`
  cooking reading running swimming cycling hiking climbing skiing sailing fishing camping gardening painting drawing singing dancing
  writing knitting sewing baking travelling driving shopping cleaning studying teaching training stretching meditating boxing
  fencing wrestling rowing surfing diving skating snowboarding kayaking paddling golfing bowling archery chess karate judo yoga
  pilates gymnastics football basketball volleyball handball tennis badminton squash cricket rugby hockey baseball softball
  photography pottery carpentry calligraphy origami astronomy birdwatching beekeeping brewing fermenting foraging geocaching
  karaoke improvisation debating volunteering babysitting commuting networking programming blogging podcasting streaming gaming
  budgeting decluttering journaling jogging sprinting marathons triathlons rehearsals auditions workshops lectures seminars
`);

export const moments = wordList(`
  yesterday today tomorrow tonight Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April June July
  August September October November December spring summer autumn winter Christmas Easter Halloween midnight noon dawn dusk
  weekend holiday birthday anniversary semester quarter century decade fortnight Thanksgiving graduation retirement honeymoon
`);
