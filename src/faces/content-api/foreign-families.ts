import { Problem } from './problem.ts'

/**
 * Refuses the parameters by which JSON:API elsewhere filters, pages, sorts and chooses fields: ignored, they would return
 * something other than what was asked for (content-api.md#foreign-families). The refusal names the parameter to use instead, if the
 * path `takes` it.
 */
export function refuseForeignFamilies(takes: readonly string[], search: URLSearchParams) {
  for (const [name, value] of search) {
    const [, family = name, member = ''] = /^(\w+)\[([^\]]*)\]/.exec(name) ?? []
    const isFamily = Object.hasOwn(substitutes, family) && (family === 'sort' || family !== name)
    if (value === '' || !isFamily) continue
    const instead = (substitutes[family]?.(member, takes) ?? []).filter((candidate) => takes.includes(candidate))
    const advice = instead.length > 0 ? `use ${instead.join(' and ')} instead` : 'nothing replaces it here'
    throw new Problem(400, `${name.slice(0, 200).toWellFormed()} is not a parameter of this interface: ${advice}`)
  }
}

type Instead = (member: string, takes: readonly string[]) => readonly string[]

const pages: ReadonlyMap<string, string[]> = new Map([
  ['number', ['page']],
  ['size', ['per_page']],
  ['limit', ['per_page']],
  ['offset', ['offset']],
])
const notFilters = ['page', 'per_page', 'offset', 'orderby', 'order', '_fields']

const substitutes: Record<string, Instead> = {
  page: (member) => pages.get(member) ?? ['page', 'per_page'],
  sort: () => ['orderby', 'order'],
  fields: () => ['_fields'],
  // What is neither a page, an order nor a choice of fields narrows what is found.
  filter: (member, takes) => {
    const narrowing = takes.filter((name) => !notFilters.includes(name))
    return narrowing.includes(member) ? [member] : narrowing
  },
}
