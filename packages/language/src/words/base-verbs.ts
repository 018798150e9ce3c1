const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ''));

/** Base forms that are hardly ever nouns. */
export const plainVerbs = list(`
  accept achieve book fix buy add admire adopt adore agree allow annoy apologise apologize appear apply appreciate argue arrive ask assume
  attend avoid bake be become begin believe belong borrow bring build buy call-in carry celebrate choose clean collect come
  commute compare complain complete compose consider consult contain continue contribute convince cook create decide deliver
  depend describe design detest develop die disagree discover discuss dislike do draw drive earn eat edit enjoy ensure enter
  exist expect explain explore fear feed feel find finish follow forget forgive freelance get give go grow handle happen hate
  have hear hide hire hope identify ignore imagine import improve include inform inherit insist install introduce invent
  invite join keep know laugh lead learn lecture lend let lie like listen live look lose love maintain make manage marry mean
  meet mention miss move need negotiate notice obtain oppose organise organize owe own paint participate pay perform persuade
  pick practise pray prefer prepare pretend prevent produce promise propose prove provide publish pursue put raise reach read
  realise realize receive recognise recognize recommend recover recycle reduce refuse regret reject relax rely remain remember
  remind remove renovate rent repair repeat replace represent require resent respect rewrite ride run save say see seem sell
  send serve settle sew share sing sit skate ski sleep snore solve speak spend stand start stay stop study subscribe suffer
  suggest suit supervise support suppose surf survive swear swim take talk taste teach tell tend think throw tolerate train
  travel try understand use visit volunteer wait wake walk want warn wash watch wear weigh wish wonder work worry write`);

/** Base forms that are nouns as often. */
export const nounVerbs = list(`
  act aim answer attack balance ban bank bet bike blame blog box brush camp care cause chair challenge change charge chat
  check claim climb coach code comment contact control copy count cover crave cry cycle dance date deal demand dine doubt
  dream dress drink drop end exercise face farm fight film fish fix flirt fly focus garden golf grill guard guess guide hike host
  hug hunt hurry iron jog judge juggle jump kiss knit lack lift limp mail map mark matter meditate mind name nap note offer
  open order pack park part pass perk phone place plan plant play point post pour present press print programme program
  pump purchase push queue race rain rank rate record refund report request rest return review risk rock roll row rule sail sample sand
  score search shop show shower sign ski smell smile smoke sound spell sponsor stream stress stretch stroll struggle swap
  talk tap target taste test text thank time touch tour trade treat trip trust turn tutor type upset value view vote wander
  water wave welcome whistle win work wrap yoga zoom
  love like hate run walk cook drive sleep study travel surf swim support paint ride design watch wait need look`);
