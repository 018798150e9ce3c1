/** What goes from one state to the next, and is in one of them at a time. */
const going =
  /\b(?:orders?|tickets?|status|requests?|parcels?|packages?|invoices?|applications?|shipments?|deliver(?:y|ies)|bookings?|reservations?|bugs?|tasks?|repairs?|permits?|refunds?|loans?)\b|\b\p{L}{1,6}-\d{1,8}\b/iu;
const state =
  /\b(?:open|reopened|closed|resolved|fixed|done|finished|completed?|waiting|pending|on hold|blocked|stalled|in progress|in review|under review|(?:being )?(?:processed|packed|prepared|reviewed|repaired)|shipped|dispatched|sent|on (?:its|the) way|in transit|delivered|received|collected|returned|back-?ordered|cancelled|canceled|paid|unpaid|overdue|approved|rejected|declined|accepted|confirmed|submitted|merged|released|deployed|ready)\b/i;

/** What is so of any of its kind, or only where something else is. */
const general = /^(?:an?|any|every|each|all|no)\b|\b(?:when|if|whenever|unless|until|before|after)\b/i;

/** In which state a sentence says that an order, a ticket or the like is, in lower case; null where it tells of none. */
export const stateIn = (text: string): string | null =>
  going.test(text) && !general.test(text) ? (state.exec(text)?.[0]?.toLowerCase() ?? null) : null;
