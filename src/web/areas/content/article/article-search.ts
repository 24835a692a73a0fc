export const railTabs = ['checks', 'search', 'links', 'history'] as const
export type RailTab = (typeof railTabs)[number]
/** The state of the page of an article, all of it in the address. */
export type ArticleSearch = { rail?: Exclude<RailTab, 'checks'> }

export function articleSearch(given: Record<string, unknown>): ArticleSearch {
  const rail = railTabs.find((tab) => tab === given['rail'])
  return rail !== undefined && rail !== 'checks' ? { rail } : {}
}
