/** Structured log lines. Never memory text, never secrets. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Name, code and place of an error: what a log line may hold of it. Its message may quote what the work was about. */
export const withoutText = (error: unknown) => {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    error: error.name,
    code: 'code' in error ? error.code : undefined,
    at: frames.slice(0, 5).map((frame) => frame.trim()),
  };
};
