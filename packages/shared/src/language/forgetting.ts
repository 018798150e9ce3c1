/** What somebody asks to be forgotten. */
export interface ToForget {
  /** `statement`: what is said; `topic`: whom or what it is about, without saying anything of it. */
  kind: 'statement' | 'topic';
  /** Without the words that ask for it. */
  text: string;
}
