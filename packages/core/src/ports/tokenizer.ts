import type { TenantId } from '@hippocamp/shared/schemas/common';

export interface Tokenizer {
  /** The name of the encoding, such as `o200k_base`. */
  readonly encoding: string;
  /** A model's own markers, such as `<|endoftext|>`, count as plain text. Texts of several tenants take turns; those without one share a turn. */
  count(text: string, tenant?: TenantId): Promise<number>;
}
