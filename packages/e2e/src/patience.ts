/**
 * Settings of services whose waits are not what a test proves: where the machine stands still for seconds, a text is
 * waited for all the same, and the vector of a question, which word vectors give at once, too.
 */
export const patient = (settings: Record<string, string>): Record<string, string> => ({
  INGEST_WAIT_MS: '60000',
  ...((settings.EMBEDDER ?? 'words') === 'words' && { QUESTION_WAIT_SECONDS: '60' }),
  ...settings,
});
