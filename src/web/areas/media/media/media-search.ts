import type { OutputOf } from '#web/operations.ts'

export type Media = OutputOf<'listMedia'>['items'][number]

/** The parts of the library in the order of their tabs. */
export const mediaTabs = [
  ['all', 'All'],
  ['no-alt', 'Without alt text'],
  ['unused', 'Used nowhere'],
  ['used', 'In use'],
] as const
export type MediaTab = Exclude<(typeof mediaTabs)[number][0], 'all'>

/** Where a picture comes from, in plain words. */
export const sources = [
  ['upload', 'Uploaded'],
  ['import', 'Imported'],
  ['generated', 'Generated'],
  ['screenshot', 'Screenshot'],
] as const satisfies readonly (readonly [Media['source'], string])[]

/** The state of the library, all of it in the address. */
export type MediaSearch = {
  tab?: MediaTab
  search?: string
  source?: (typeof sources)[number][0]
  view?: 'list'
  page?: number
  /** The picture beside the library. */
  peek?: string
}

export function mediaSearch(given: Record<string, unknown>): MediaSearch {
  const tab = mediaTabs.map(([name]) => name).find((name) => name === given['tab'])
  const source = sources.map(([name]) => name).find((name) => name === given['source'])
  const page = Number(given['page'])
  const peek = String(given['peek'] ?? '')
  // A number in the address was typed as text.
  const search = String(given['search'] ?? '')
    .trim()
    .slice(0, 200)
  return {
    ...(tab && tab !== 'all' ? { tab } : {}),
    ...(search ? { search } : {}),
    ...(source ? { source } : {}),
    ...(given['view'] === 'list' ? { view: 'list' } : {}),
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}),
    ...(/^med_\w{26}$/.test(peek) ? { peek } : {}),
  }
}
