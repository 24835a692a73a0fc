import { contentSearch, type ContentSearch } from '#web/areas/content/content-list/content-search.ts'

export type SavedView = { name: string; search: ContentSearch }

/** The views that this browser keeps for an organization, by name. */
export function savedViews(organizationId: string): SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(organizationId)) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.flatMap(({ name, search }: { name?: unknown; search?: object }) =>
      typeof name === 'string' && name !== '' ? [{ name, search: contentSearch({ ...search }) }] : [],
    )
  } catch {
    return []
  }
}

/** Keeps a view under its name, instead of one that had it; where nothing can be kept, nothing is. */
export function withView(views: readonly SavedView[], { name, search }: SavedView): SavedView[] {
  const { page: _page, peek: _peek, ...kept } = search
  return [...views.filter((view) => view.name !== name), { name, search: kept }].toSorted((one, other) =>
    one.name.localeCompare(other.name),
  )
}

export function keepViews(organizationId: string, views: readonly SavedView[]): void {
  try {
    localStorage.setItem(keyOf(organizationId), JSON.stringify(views))
  } catch {
    // They hold until the page is reloaded.
  }
}

const keyOf = (organizationId: string) => `views:content:${organizationId}`
