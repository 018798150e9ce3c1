const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ''));

/** Past forms that do not end in -ed and are no present form of anything. */
export const irregularPast = list(`
  ate became began bent bit bled blew bought bound bred broke brought built burnt came caught chose clung crept dealt did drank
  drew drove dug dreamt fed felt fell flew fled flung forbade forgave forgot fought found froze gave got grew ground had heard held
  hid hung kept knew knelt laid lay leant learnt led left lent lit lost made meant met mistook misunderstood overslept paid
  ran rang redid rethought rewrote rid rode rose said sang sank sat sewed saw sent shone shook shot showed shrank slept slid sold sought spat sped
  spent spilt spoilt spoke spun sprang stole stood stuck struck stung stank swam swept swore swore swung taught thought threw
  told took tore underwent understood undid unwound upheld was went were wept woke withdrew withheld won wore wore wound wove wrote bade
  overcame overheard outgrew forwent rebuilt resold retook remade undertook`);

/** Forms that are past and present alike; "I put it there" has usually happened. */
export const eitherTense = list(
  'put quit cut hit set shut hurt let split spread burst cast cost rid shed thrust upset bet read fit wed wet reset',
);

/** Participles that differ from the past; "I'd gone" is "had", "I'd go" is "would". */
export const irregularParticiple = list(`
  been begun bitten blown broken chosen come done drawn driven drunk eaten fallen flown forgiven forgotten frozen given
  gone gotten grown hidden known lain ridden risen rung run seen shaken shown shrunk spoken stolen sung sunk sworn swum taken
  thrown torn woken worn woven written become overcome`);

/** Words in -ed that are present: "I need", "I feed". */
export const presentInEd = list('need feed bleed breed speed heed seed weed shed embed proceed succeed exceed wed');

export const adverbs = list(`
  also really always never usually often just still only actually totally absolutely honestly currently recently finally
  sometimes mostly now then already generally normally rarely hardly barely even ever particularly especially strongly
  secretly probably definitely certainly simply truly too both either neither almost nearly soon once twice again seldom
  mainly partly regularly occasionally frequently fully quite rather kinda sorta literally personally basically obviously
  clearly apparently eventually immediately quickly slowly deeply dearly greatly highly kindly respectfully accidentally
  not no longer thus therefore hereby officially technically originally previously lately today yesterday`);

export const modals = list('can could will would shall should may might must cannot ought dare');
