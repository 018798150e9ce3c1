import type { Case } from '../ingest-quality/cases.js';
import { type JudgedClaim, judgeReportClaims } from '../ingest-quality/claims.js';
import { measureCost, type ReadingCost } from '../ingest-quality/cost.js';
import { type Nearest, nearestOf } from '../ingest-quality/nearest.js';
import { type JudgedPair, judgeReportPairs } from '../ingest-quality/pairs.js';
import type { ReadingModel } from '../ingest-quality/readers.js';
import { judgeLanguages, judgeSentences } from '../ingest-quality/sentences.js';
import { type JudgedSequence, judgeSequences } from '../ingest-quality/sequences.js';
import { judgeTexts } from '../ingest-quality/texts.js';
import { type Labelled, readLanguages, readSentences, split } from '../reading/labelled.js';
import { readReportTexts } from '../reading/labelled-texts.js';
import { readTextStatements } from '../reading/text-statements.js';
import type { Progress } from '../report/progress.js';
import { openReadingModel } from '../setups/reading-parts.js';

export interface IngestQuality {
  cases: Case[];
  /** The nearest training line of each English sentence, in the order of `cases`. */
  nearest: Nearest[];
  training: number;
  sharedTopics: string[];
  cost: ReadingCost[];
  pairs: JudgedPair[];
  sequences: JudgedSequence[];
  claims: JudgedClaim[];
}

/** A rule leaves out what an assistant or a system says, so no reader is asked. */
const isAsked = ({ role }: Labelled): boolean => role !== 'assistant' && role !== 'system';

function shared(report: readonly Labelled[], training: readonly Labelled[]): string[] {
  const known = new Set(training.map(({ topic }) => topic));
  return [...new Set(report.map(({ topic }) => topic))].filter((topic) => known.has(topic)).sort();
}

async function judgeAll(
  report: readonly Labelled[],
  model: ReadingModel,
  say: (text: string) => void,
): Promise<Case[]> {
  say('sentences');
  const sentences = await judgeSentences(report, model);
  say('whole texts');
  const texts = await judgeTexts(readReportTexts(), model);
  say('other languages');
  return [...sentences, ...texts, ...(await judgeLanguages(readLanguages().filter(isAsked), model))];
}

/** Only texts outside of the training are read. */
export async function measureIngestQuality(progress: Progress): Promise<IngestQuality> {
  const say = (text: string) => progress.say(`ingest-quality: ${text}`);
  const sentences = [...readSentences(), ...(await readTextStatements())];
  const { report, training } = split(sentences);
  const nearest = nearestOf(
    report.map(({ text }) => text),
    training.map(({ text }) => text),
  );
  const model = await openReadingModel();
  try {
    const cases = await judgeAll(report, model, say);
    say('cost');
    const sharedTopics = shared(report, training);
    const cost = await measureCost(model);
    say('pairs');
    const pairs = await judgeReportPairs(model.pairReader);
    say('sequences');
    return {
      cases,
      nearest,
      training: training.length,
      sharedTopics,
      cost,
      pairs,
      sequences: await judgeSequences(),
      claims: await judgeReportClaims(model.claimReader),
    };
  } finally {
    await model.close();
  }
}
