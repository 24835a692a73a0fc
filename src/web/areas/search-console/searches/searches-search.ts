export const ranges = { '7d': 7, '28d': 28, '90d': 90 } as const
export const breakdowns = ['query', 'page', 'country', 'device'] as const
export type Breakdown = (typeof breakdowns)[number]

/** The state of the screen, all of it in the address: the days, the list below, and what narrows everything. */
export type SearchesSearch = {
  range?: '7d' | '90d'
  by?: Exclude<Breakdown, 'query'>
} & Partial<Record<Breakdown, string>>

export function searchesSearch(given: Record<string, unknown>): SearchesSearch {
  const range = given['range'] === '7d' || given['range'] === '90d' ? given['range'] : undefined
  const by = breakdowns.find((one) => one === given['by'])
  const narrowing = breakdowns.filter((one) => typeof given[one] === 'string' && given[one] !== '')
  return {
    ...(range && { range }),
    ...(by && by !== 'query' && { by }),
    ...Object.fromEntries(narrowing.map((one) => [one, given[one]])),
  }
}
