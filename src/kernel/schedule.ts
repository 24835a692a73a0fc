/** How often something begins by itself. Which day and time that is says the area whose work it is. */
export const schedules = ['none', 'daily', 'weekly', 'monthly'] as const
export type Schedule = (typeof schedules)[number]
