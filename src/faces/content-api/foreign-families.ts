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
    const instead = (substitutes[family]?.(member) ?? []).filter((candidate) => takes.includes(candidate))
    const advice = instead.length > 0 ? `use ${instead.join(' and ')} instead` : 'nothing replaces it here'
    throw new Problem(400, `${name.slice(0, 200).toWellFormed()} is not a parameter of this interface: ${advice}`)
  }
}

const substitutes: Record<string, (member: string) => string[]> = {
  filter: (member) => (filters.includes(member) ? [member] : filters),
  page: (member) => pages[member] ?? ['page', 'per_page'],
  sort: () => ['orderby', 'order'],
  fields: () => ['_fields'],
}
const filters = ['categories', 'tags', 'authors', 'from', 'status', 'search']
const pages: Record<string, string[]> = {
  number: ['page'],
  size: ['per_page'],
  limit: ['per_page'],
  offset: ['offset'],
}
