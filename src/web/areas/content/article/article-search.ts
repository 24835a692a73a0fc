export const railTabs = ['checks', 'search', 'links', 'history'] as const
export type RailTab = (typeof railTabs)[number]
export const previewWidths = ['desktop', 'phone'] as const
export type PreviewWidth = (typeof previewWidths)[number]
/** The state of the page of an article, all of it in the address. */
export type ArticleSearch = {
  rail?: Exclude<RailTab, 'checks'>
  preview?: PreviewWidth
  /** The field to begin with. */
  field?: string
}

export function articleSearch(given: Record<string, unknown>): ArticleSearch {
  const rail = railTabs.find((tab) => tab === given['rail'])
  const preview = previewWidths.find((width) => width === given['preview'])
  const field = String(given['field'] ?? '')
  return {
    ...(rail !== undefined && rail !== 'checks' && { rail }),
    ...(preview !== undefined && { preview }),
    ...(/^[a-zA-Z0-9]{1,60}$/.test(field) && { field }),
  }
}
