import type { Embedder } from '@hippocamp/core/ports/embedder';
import { beforeAll, describe, expect, it } from 'vitest';
import { createWordVectors } from './embedder.js';

type Pair = readonly [string, string];

const paraphrases: Pair[] = [
  ['Maria likes tea.', 'Maria enjoys tea.'],
  ['Maria likes drinking green tea in the morning.', 'In the morning Maria likes to drink green tea.'],
  ['The user prefers dark mode in the editor.', 'User prefers a dark theme for their editor.'],
  ['Bob sold his car last week.', 'Last week Bob sold his car.'],
  ['Bob sold his car.', 'Bob has sold the car he owned.'],
  ['The deployment failed because the disk was full.', 'Deployment failed since the disk had filled up.'],
  ['Anna works as a nurse at the city hospital.', 'Anna is a nurse in the city hospital.'],
  ['Anna moved to Berlin in March.', 'In March Anna relocated to Berlin.'],
  ['The meeting with the client is on Monday at ten.', 'There is a client meeting on Monday at ten.'],
  ['John is allergic to peanuts.', 'John has a peanut allergy.'],
  ['The customer asked for a refund of the last invoice.', 'Customer requested a refund for the last invoice.'],
  ['Caroline went to a support group yesterday.', 'Yesterday Caroline attended a support group.'],
  ['We decided to use Postgres as the database.', 'The decision was to use Postgres for the database.'],
  ['Melanie paints with her children on weekends.', 'On weekends Melanie and her kids paint together.'],
  ['The report must be sent before Friday.', 'The report has to be sent by Friday.'],
  ['Tom wants to learn the guitar this year.', 'This year Tom would like to learn to play guitar.'],
  ['The server room is too hot in summer.', 'In summer the server room gets too hot.'],
  ['My sister lives near the old harbour.', 'My sister lives close to the old harbour.'],
  ['The team agreed to release every second week.', 'The team agreed on a release every two weeks.'],
  ['Please answer in short sentences.', 'Please keep answers short.'],
  ['The user wants answers in German.', 'User would like to get answers in German.'],
  ['Jon lost his job as a banker.', 'Jon was let go from his job as a banker.'],
  ['Her favourite colour is blue.', 'Blue is her favourite colour.'],
  ['The API key expires at the end of the month.', 'At the end of the month the API key expires.'],
  ['Backups run every night at two.', 'Every night at two the backups run.'],
  ['Sara finished her thesis about coral reefs.', 'Sara completed her thesis on coral reefs.'],
  ['The invoice was paid on time.', 'The invoice got paid on time.'],
  ['He broke his leg while skiing.', 'While skiing, he broke his leg.'],
  ['The café opens early on Sundays.', 'On Sundays the café opens early.'],
  ['The build takes longer than an hour.', 'A build needs more than one hour.'],
];

const nearMisses: Pair[] = [
  ['Maria likes tea.', 'Maria likes coffee.'],
  ['Maria likes tea.', 'Maria makes tea.'],
  ['Maria likes tea.', 'Maria sells tea.'],
  ['The user prefers dark mode in the editor.', 'The user prefers light mode in the editor.'],
  ['Bob sold his car last week.', 'Bob bought his car last week.'],
  ['Bob sold his car last week.', 'Bob sold his house last week.'],
  ['The deployment failed because the disk was full.', 'The deployment failed because the password was wrong.'],
  ['Anna works as a nurse at the city hospital.', 'Anna works as a doctor at the city hospital.'],
  ['Anna moved to Berlin in March.', 'Anna moved to Hamburg in March.'],
  ['The meeting with the client is on Monday at ten.', 'The meeting with the client is on Tuesday at ten.'],
  ['John is allergic to peanuts.', 'John is allergic to shellfish.'],
  ['The customer asked for a refund of the last invoice.', 'The customer asked for a copy of the last invoice.'],
  ['Caroline went to a support group yesterday.', 'Caroline went to a book group yesterday.'],
  ['We decided to use Postgres as the database.', 'We decided to use Postgres as the queue.'],
  ['Melanie paints with her children on weekends.', 'Melanie swims with her children on weekends.'],
  ['The report must be sent before Friday.', 'The report must be printed before Friday.'],
  ['Tom wants to learn the guitar this year.', 'Tom wants to learn the piano this year.'],
  ['The server room is too hot in summer.', 'The server room is too cold in winter.'],
  ['My sister lives near the old harbour.', 'My brother lives near the old harbour.'],
  ['The team agreed to release every second week.', 'The team agreed to meet every second week.'],
  ['Please answer in short sentences.', 'Please answer in long sentences.'],
  ['The user wants answers in German.', 'The user wants answers in English.'],
  ['Jon lost his job as a banker.', 'Jon found a job as a banker.'],
  ['Her favourite colour is blue.', 'Her favourite colour is green.'],
  ['The API key expires at the end of the month.', 'The licence expires at the end of the month.'],
  ['Backups run every night at two.', 'Reports run every night at two.'],
  ['Sara finished her thesis about coral reefs.', 'Sara started her thesis about coral reefs.'],
  ['The invoice was paid on time.', 'The invoice was paid late.'],
  ['He broke his leg while skiing.', 'He broke his arm while skiing.'],
  ['The café opens early on Sundays.', 'The café closes early on Sundays.'],
  ['The build takes longer than an hour.', 'The build takes less than an hour.'],
];

const unrelated: Pair[] = [
  ['Maria likes tea.', 'Bob sold his car.'],
  ['Anna is a nurse in the city hospital.', 'The disk was full.'],
  ['The meeting is on Monday.', 'John is allergic to peanuts.'],
  ['User prefers a dark theme.', 'Melanie paints with her children on weekends.'],
  ['He broke his leg while skiing.', 'The invoice was paid on time.'],
];

describe('the likeness of two memories', () => {
  let embedder: Embedder;
  beforeAll(async () => {
    embedder = await createWordVectors();
  });

  const likenesses = async (pairs: Pair[]) => {
    const vectors = await embedder.embed(pairs.flat(), 'memory');
    return pairs.map((_, index) => {
      const [first, second] = [vectors[2 * index], vectors[2 * index + 1]];
      if (!first || !second) throw new Error('expected two vectors');
      return embedder.likeness(first, second);
    });
  };
  const proposed = async (pairs: Pair[]) =>
    (await likenesses(pairs)).filter((likeness) => likeness >= embedder.calibration.same).length;

  it('proposes nine of ten paraphrases', async () => {
    expect(await proposed(paraphrases)).toBeGreaterThanOrEqual(0.9 * paraphrases.length);
  });

  it('stays far below the threshold for unrelated memories', async () => {
    for (const likeness of await likenesses(unrelated)) expect(likeness).toBeLessThan(0.3);
  });

  // "Bought" is as near to "sold" as "like" to "enjoy", so whoever rejects a repeat must compare words too.
  it('proposes most of the pairs that one word tells apart as well', async () => {
    expect(await proposed(nearMisses)).toBeGreaterThan(nearMisses.length / 2);
  });
});
