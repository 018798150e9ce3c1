import type { JudgedPiece, Verdict } from '@hippocamp/shared/language/verdict';
import type { TenantId } from '@hippocamp/shared/schemas/common';

/** A model that reads a talk as a whole and says of each statement what it tells. It reads at least `READ_WHOLE` of each. */
export interface Judge {
  /** Model and training. Texts judged by another one may be read again. */
  readonly id: string;
  /** One for each judged piece, null when nothing is left to read. Undefined when no model runs, or it failed. */
  judge(tenant: TenantId, pieces: readonly JudgedPiece[]): Promise<(Verdict | null)[] | undefined>;
  /** True once it is known that no model can run in this process. False by default: one that failed may answer later. */
  isMissing?(): boolean;
}
