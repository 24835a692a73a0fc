/** How far back from today figures go, and how many days that is. */
export const ranges = ['7d', '28d', '90d'] as const
export const daysOf = { '7d': 7, '28d': 28, '90d': 90 } as const satisfies Record<(typeof ranges)[number], number>
