/** The risk levels of an operation (D-15). */
export const risks = ['read', 'write', 'publish', 'external', 'destructive'] as const
export type Risk = (typeof risks)[number]
