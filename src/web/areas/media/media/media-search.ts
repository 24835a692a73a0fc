import { idOf, oneOf, page, searchBy, words } from '#web/address.ts'
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
export const mediaSearch = searchBy({
  tab: oneOf(
    mediaTabs.map(([name]) => name),
    'all',
  ),
  search: words(),
  source: oneOf(sources.map(([name]) => name)),
  view: oneOf(['list']),
  page,
  /** The picture beside the library. */
  peek: idOf('med'),
})
export type MediaSearch = ReturnType<typeof mediaSearch>
