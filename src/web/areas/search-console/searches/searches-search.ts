import { like, oneOf, searchBy } from '#web/address.ts'

export const ranges = { '7d': 7, '28d': 28, '90d': 90 } as const
export const breakdowns = ['query', 'page', 'country', 'device'] as const
export type Breakdown = (typeof breakdowns)[number]

const anything = like(/./)

/** The state of the screen, all of it in the address: the days, the list below, and what narrows everything. */
export const searchesSearch = searchBy({
  range: oneOf(['7d', '90d']),
  by: oneOf(breakdowns, 'query'),
  query: anything,
  page: anything,
  country: anything,
  device: anything,
})
export type SearchesSearch = ReturnType<typeof searchesSearch>
