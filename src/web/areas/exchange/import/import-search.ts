import { idOf, like, oneOf, searchBy, words, yes } from '#web/address.ts'
import { type Source, sources } from '#web/areas/exchange/import/import-words.ts'

/** The state of the screen, all of it in the address: a run that was started is found again by it. */
export const importSearch = searchBy({
  /** The run whose progress or result is shown, and whether it only looks. */
  job: idOf('job'),
  look: yes,
  /** What it reads: a kind of source, its address or the document that its file became, and the collection. */
  source: oneOf(sources.map(({ value }): Source => value)),
  from: words(2048),
  into: like(/^[\w-]{1,100}$/),
})
export type ImportSearch = ReturnType<typeof importSearch>
