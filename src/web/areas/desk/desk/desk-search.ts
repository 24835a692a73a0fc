import { oneOf, searchBy } from '#web/address.ts'
import type { InputOf } from '#web/operations.ts'

export type Range = NonNullable<InputOf<'getDashboard'>['range']>

export const ranges = [
  ['7d', 'Last 7 days'],
  ['28d', 'Last 28 days'],
  ['90d', 'Last 90 days'],
] as const satisfies readonly (readonly [Range, string])[]

/** The time that figures are about: the last 28 days unless the address says otherwise. */
export const deskSearch = searchBy({ range: oneOf(['7d', '90d']) })
export type DeskSearch = ReturnType<typeof deskSearch>

/** How a chosen time stands in the address. */
export function searchOf(range: Range): DeskSearch {
  return range === '28d' ? {} : { range }
}
