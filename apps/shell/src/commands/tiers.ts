export const tiers = ['semantic', 'episodic', 'short_term'] as const;
export type Tier = (typeof tiers)[number];

export const tierFlag = {
  kind: 'enum',
  values: tiers,
  optional: true,
  variadic: ',',
  brief: 'Of these tiers alone',
} as const;
