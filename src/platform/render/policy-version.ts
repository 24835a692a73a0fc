/**
 * Incremented with every change to what is kept: rows made by an older policy are derived again
 * (content.md#sanitised-when-written).
 */
export const policyVersion = 2
