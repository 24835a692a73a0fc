/** The risk levels of an operation (calls.md#risk-levels). */
export const risks = ['read', 'write', 'publish', 'external', 'destructive'] as const
export type Risk = (typeof risks)[number]
