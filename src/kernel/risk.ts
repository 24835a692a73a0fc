/** The risk levels of an operation (calls.md#risk-levels). */
export const risks = ['read', 'write', 'publish', 'external', 'destructive'] as const
export type Risk = (typeof risks)[number]

/**
 * What an organization can let wait for a person (approvals.md#approval-is-the-organizations-choice): calls of a risk, every
 * write (`write`), changes of its members.
 */
export const approvalRisks = ['publish', 'external', 'destructive', 'write', 'member_changes'] as const
export type ApprovalRisk = (typeof approvalRisks)[number]
