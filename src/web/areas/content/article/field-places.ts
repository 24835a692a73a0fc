import type { RailTab } from '#web/areas/content/article/article-search.ts'

/** The tab of the rail that has a field which is not beside the text. */
const tabs: Record<string, 'search' | 'links'> = {
  h1: 'search',
  seoTitle: 'search',
  metaDescription: 'search',
  primaryKeyword: 'search',
  canonicalUrl: 'search',
  robots: 'search',
  ogTitle: 'search',
  ogDescription: 'search',
  schemaJsonLd: 'search',
  internalLinkSuggestions: 'links',
}
const besideText = new Set('title slug content tldr excerpt faq featuredImageId customFields'.split(' '))

/** Where a person changes what a check names: a tab of the rail, beside the text, or nowhere on the page of an article. */
export function placeOf(field: string): 'search' | 'links' | 'text' | undefined {
  return tabs[field] ?? (besideText.has(field) ? 'text' : undefined)
}

/** The tab of the rail that an address asks for: by name, or by a field that is in it. */
export function tabOf({ rail, field }: { rail?: RailTab; field?: string }): RailTab {
  return rail ?? tabs[field ?? ''] ?? 'checks'
}

/** Puts the focus on a field of the open article, or on the first control of one that has several. False if it is not shown. */
export function focusField(field: string): boolean {
  const place = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  const control = place?.matches(controls) === true ? place : place?.querySelector<HTMLElement>(controls)
  control?.focus()
  return control !== undefined && control !== null
}

const controls = ':is(input, textarea, select, button, summary, [contenteditable], [tabindex]):not(:disabled)'
