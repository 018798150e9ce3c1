import { languageByRules } from '@hippocamp/runtime/text/text-ports';
import type { Judgement } from '@hippocamp/shared/language/judgement';
import type { SourceText, Statement } from '@hippocamp/shared/language/statement';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { judgedPieces, type openReadingModel, verdictsOf } from '../setups/reading-parts.js';
import type { ByReader, Said } from './cases.js';

export type ReadingModel = Awaited<ReturnType<typeof openReadingModel>>;

/** A statement, or several joined as one, with its verdict. */
export interface Part extends Pick<Statement, 'content' | 'heading' | 'speaker' | 'start' | 'end'> {
  said: Said;
}

const tenant = 'bench' as TenantId;

/** The tier of most facts, which the reader that keeps everything gives to all. */
const COMMONEST = 'semantic';

export const segment = (text: SourceText): Promise<Statement[]> => languageByRules.segment(tenant, text);
/** Without a model the form alone decides. */
export async function judge(
  text: SourceText,
  statements: readonly Statement[],
  model?: Pick<ReadingModel, 'judge'>,
): Promise<Judgement[]> {
  const said = await model?.judge.judge(tenant, judgedPieces(text, statements));
  return languageByRules.judge(tenant, statements, said && verdictsOf(statements, said));
}

const saidBy = (judgement: Judgement | undefined): Said => {
  if (!judgement?.keep) return 'noise';
  return judgement.instructs ? 'review' : judgement.tier;
};

async function judged(
  text: SourceText,
  statements: readonly Statement[],
  model?: Pick<ReadingModel, 'judge'>,
): Promise<Part[]> {
  const judgements = await judge(text, statements, model);
  return statements.map((statement, place) => {
    const judgement = judgements[place];
    const joined = judgement?.keep ? judgement.joined : null;
    return { ...(joined ?? statement), said: saidBy(judgement) };
  });
}

/** A language model cuts the text itself; undefined where it did not answer and the local reader stood in. */
async function readByLlm(text: SourceText, llm: NonNullable<ReadingModel['llm']>): Promise<Part[] | undefined> {
  const { extractions, warnings } = await llm(text);
  if (warnings.some(({ code }) => code === 'llm_unavailable')) return undefined;
  return extractions.map(({ content, start, end, memoryType, instructs, speaker }) => ({
    ...{ content, start, end, heading: null, speaker: speaker ?? null, said: instructs ? 'review' : memoryType },
  }));
}

/** The statements are given, though the language model reads the text itself. */
export async function judgeStatements(
  statements: readonly Statement[],
  text: SourceText,
  model: Pick<ReadingModel, 'judge' | 'llm'>,
): Promise<ByReader<Part[]>> {
  const llm = model.llm ? await readByLlm(text, model.llm) : undefined;
  return {
    none: await judged(text, statements),
    model: await judged(text, statements, model),
    everything: statements.map((statement) => ({ ...statement, said: COMMONEST })),
    ...(llm ? { llm } : {}),
  };
}
