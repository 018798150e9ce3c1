const verbs =
  '(?:am|is|are|was|were|has|have|do|does|did|will|cannot|can|must|may|shall|lives?|reside[sd]?|moves?|moved|moving|relocated|works?|started|starts?|joined|quit|left|resigned|stopped|goes|go|like[sd]?|loves?|loved|enjoys?|adores?|hates?|hated|dislikes?|detests?|prefers?|owns?|drives?|speaks?|uses?|plays?|costs?|opens?|closes?|begins?|ends?|takes?|turned|turns|got|gets|says?|said|told|claims?|mentioned|no longer|never|not)';
const adverb =
  '(?:now|currently|also|really|still|just|always|actually|recently|already|truly|absolutely|totally|definitely|personally|finally|both|very much|officially|generally)';

/** A subject, and what is said of it from the verb on. */
export const firstVerb = new RegExp(`^(.{1,80}?) (?:${adverb} ){0,3}(${verbs}\\b.*)$`, 's');
/** Between two clauses of one subject. */
export const sharedVerb =
  /,? (?:and|but) (?=(?:(?:now|also|currently|still|really) )?(?:am|is|has|have|lives?|works?|likes?|loves?|enjoys?|hates?|prefers?|owns?|drives?|speaks?|do not|does not|no longer|moved|was born|got)\b)/;
/** Between two clauses, each with a subject. */
export const newSubject =
  /(?:,|;|,? (?:and|but|so|while|whereas|though)) (?=(?:I|[Mm]y|he|she|it|we|they|you|the|our|\p{Lu}\p{L}+(?:'s \p{L}+)?) (?:\p{L}+ )?(?:am|is|are|was|has|have|do|does|will|cannot|lives?|works?|moved|likes?|loves?|hates?|prefers?|owns?|drives?|costs?|opens?|closes?|starts?|says?|said|no longer)\b)/u;
