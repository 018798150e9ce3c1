import type { JudgedPiece, Verdict } from '@hippocamp/shared/language/verdict';
import type { TenantId } from '@hippocamp/shared/schemas/common';

/** A model that reads a talk as a whole and says of each statement what it tells. */
export interface Judge {
  /** Names it and what it was taught: what another one judged may be read anew. */
  readonly id: string;
  /**
   * A verdict for each piece that is judged, in their order; null for one of which nothing is left for the model. Undefined where
   * no model can run here, or it failed: then the form of a statement has to do.
   */
  judge(tenant: TenantId, pieces: readonly JudgedPiece[]): Promise<(Verdict | null)[] | undefined>;
}
