/** An operator has no tenant and reaches only the operations of operators. */
export const scopeNames = ['read', 'write', 'admin', 'operator'] as const;
export type Scope = (typeof scopeNames)[number];
