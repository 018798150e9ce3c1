export interface ToForget {
  /** `statement`: something said; `topic`: a person or thing of which nothing is said. */
  kind: 'statement' | 'topic';
  /** Without the words that ask for it. */
  text: string;
}
