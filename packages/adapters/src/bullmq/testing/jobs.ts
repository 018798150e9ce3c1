import type { JobKey, JobKind } from '@hippocamp/core/ports/job-queue';
import type { TenantId } from '@hippocamp/shared/schemas/common';
import { vi } from 'vitest';

export const silent = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() });

export const job = (ref: string, kind: JobKind = 'ingest'): JobKey => ({ tenant: 'acme' as TenantId, kind, ref });
