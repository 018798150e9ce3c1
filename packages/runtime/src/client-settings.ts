import { z } from 'zod';

/** A command line flag of the same name wins. */
export const clientSections = {
  Clients: {
    HIPPOCAMP_URL: z
      .url({ protocol: /^https?$/, error: 'must be a URL that begins with http:// or https://' })
      .optional()
      .describe('Service that is asked; without it the one that holds HIPPOCAMP_DATA, or one inside the client'),
    HIPPOCAMP_TENANT: z
      .string()
      .min(1)
      .max(128)
      .optional()
      .describe('Whose memories; without it and without a key `default`'),
    HIPPOCAMP_OWNER: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe(
        'Who owns what is written, and whose memories are read: a name such as `alice`, or the id of an entity',
      ),
    HIPPOCAMP_API_KEY: z.string().min(1).optional().describe('Sent as a bearer token'),
  },
} satisfies Record<string, z.ZodRawShape>;

const clientSchema = z.object({
  ...clientSections.Clients,
  HIPPOCAMP_DATA: z.string().min(1).default('./.hippocamp'),
});

export interface ClientSettings {
  url: string | undefined;
  tenant: string | undefined;
  owner: string | undefined;
  apiKey: string | undefined;
  data: string;
}

/** A UUID is an entity id, anything else a name. */
export const ownerChoiceOf = (given: string | undefined): { owner?: string; ownerEntityId?: string } => {
  if (given === undefined) return {};
  return z.guid().safeParse(given).success ? { ownerEntityId: given } : { owner: given };
};

export class ClientSettingsError extends Error {}

/** Throws `ClientSettingsError`, which says what to change. */
export function readClientSettings(environment: Record<string, string | undefined> = process.env): ClientSettings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = clientSchema.safeParse(given);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ClientSettingsError(`These environment variables cannot be used: ${issues.join('; ')}.`);
  }
  const {
    HIPPOCAMP_URL: url,
    HIPPOCAMP_TENANT: tenant,
    HIPPOCAMP_OWNER: owner,
    HIPPOCAMP_API_KEY: apiKey,
  } = parsed.data;
  return { url, tenant, owner, apiKey, data: parsed.data.HIPPOCAMP_DATA };
}
