/** What an answer says of the parts that it had to do without. */
export const lacking = ({ degraded, unreached }: { degraded: boolean; unreached: number }) => {
  const parts: ('dense' | 'index')[] = [];
  if (degraded) parts.push('dense');
  if (unreached > 0) parts.push('index');
  return {
    ...(parts.length > 0 ? { degraded: parts } : {}),
    ...(unreached > 0 ? { unreached } : {}),
  };
};
