import { z } from 'zod';

export class SettingsError extends Error {}

const counted = (number: z.ZodCoercedNumber, milliseconds: number) =>
  number.default(milliseconds / 1000).transform((given) => given * 1000);

/** A hundred years: added to or taken from any time, it gives one that every store can hold. */
export const MOST_DAYS = 36_500;

const atLeast = (least: number) => (milliseconds: number) =>
  counted(
    z.coerce
      .number()
      .min(least)
      .max(MOST_DAYS * 86_400),
    milliseconds,
  );

export const age = atLeast(0.001);
/** 0 gives up at once. */
export const patience = atLeast(0);

/** Timers count to 2^31 ms and fire at once beyond that. */
const MOST_SECONDS = 2_000_000;
export const seconds = (milliseconds: number) => counted(z.coerce.number().min(0.001).max(MOST_SECONDS), milliseconds);

export const milliseconds = (value: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_SECONDS * 1000)
    .default(value);

export const DAY = 86_400_000;
export const days = (milliseconds: number) =>
  z.coerce
    .number()
    .min(0)
    .max(MOST_DAYS)
    .default(milliseconds / DAY)
    .transform((given) => given * DAY);
const LARGEST_COUNT = 2 ** 31 - 1;
/** 0 turns it off. */
export const orNone = (milliseconds: number) => counted(z.coerce.number().min(0).max(MOST_SECONDS), milliseconds);

export const whole = (value: number, min = 1, max = LARGEST_COUNT) =>
  z.coerce.number().int().min(min).max(max).default(value);
export const limit = (max = Number.MAX_SAFE_INTEGER) => whole(0, 0, max);
const anyPort = z.coerce.number().int().min(0).max(65_535);
export const port = (value: number) => anyPort.default(value);
export const portOrNone = () => anyPort.optional();
export const flag = (value: boolean) =>
  z
    .enum(['true', 'false'])
    .default(value ? 'true' : 'false')
    .transform((given) => given === 'true');
export const list = (fits: (name: string) => boolean, such: string) =>
  z
    .string()
    .transform((given) => given.split(',').map((name) => name.trim()))
    .refine((names) => names.every(fits), `must be a list such as ${such}`)
    .optional();
export const isHost = (name: string) => name === '*' || /^[\w.:[\]-]{1,253}$/.test(name);
export const isOrigin = (name: string) => URL.canParse(name) && new URL(name).origin === name;
export const url = (protocol: RegExp, first: string) =>
  z
    .url({
      protocol,
      error: `must be a URL that begins with ${first}://`,
    })
    .optional();
export const key = () =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'holds a space, a line break or a sign that no key has')
    .optional();
export const name = (value: string) =>
  z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,40}$/, 'must be 1 to 40 letters, digits, - or _')
    .default(value);
