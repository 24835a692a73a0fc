import type { InputOf } from '#web/operations.ts'

/** The time that figures are about: the last 28 days unless the address says otherwise. */
export type DeskSearch = { range?: '7d' | '90d' }
export type Range = NonNullable<InputOf<'getDashboard'>['range']>

export const ranges = [
  ['7d', 'Last 7 days'],
  ['28d', 'Last 28 days'],
  ['90d', 'Last 90 days'],
] as const satisfies readonly (readonly [Range, string])[]

export function deskSearch(given: Record<string, unknown>): DeskSearch {
  const { range } = given
  return range === '7d' || range === '90d' ? { range } : {}
}

/** How a chosen time stands in the address. */
export function searchOf(range: Range): DeskSearch {
  return range === '28d' ? {} : { range }
}
