/** Who wrote an item first. */
export const origins = ['ai', 'agent', 'human', 'import'] as const
export type Origin = (typeof origins)[number]
