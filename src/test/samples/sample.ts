import type { Catalog, AreaName } from '#catalog/catalog.ts'
import type { Stage } from '#test/stage.ts'

export type Sample = {
  /** An input that the operation accepts on this stage. */
  input: Record<string, unknown>
  /** Its fields that name records of the organization. */
  ids?: readonly string[]
  /** The same call with another, valid input. */
  other?: Record<string, unknown>
}
export type MakeSample = (on: Stage) => Promise<Sample>

/** Valid calls of the operations of an area, of those whose first example is not one. */
export type Samples<A extends AreaName> = Partial<Record<Catalog[A][number]['name'], MakeSample>>
