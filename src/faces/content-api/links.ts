import type { Given, ListParameters } from './parameters.ts'

/** The links of a list. */
export type Links = { self: string; first: string; last: string; prev: string | null; next: string | null }

/**
 * Paths that repeat what the request gave, sorted by name, with another page or, where the request gave one, another offset
 * (content-api.md#links-repeat-the-request). Beyond the end `prev` is the last page.
 */
export function linksOf(path: string, { given, query: { limit }, page, offset }: ListParameters, total: number): Links {
  const self = linkTo(path, given)
  if (offset !== undefined) {
    const at = (start: number) => linkTo(path, given, { offset: start, page: undefined })
    // Where `next` ends, which goes on from this offset.
    const start = offset % limit
    const last = total <= start ? 0 : start + Math.floor((total - 1 - start) / limit) * limit
    return {
      self,
      first: at(0),
      last: at(last),
      prev: offset === 0 ? null : at(offset >= total ? last : Math.max(0, offset - limit)),
      next: offset + limit < total ? at(offset + limit) : null,
    }
  }
  const at = (number: number) => linkTo(path, given, { page: number })
  const last = Math.max(1, Math.ceil(total / limit))
  return {
    self,
    first: at(1),
    last: at(last),
    prev: page === 1 ? null : at(Math.min(page - 1, last)),
    next: page < last ? at(page + 1) : null,
  }
}

/** A path with the parameters that a request gave, sorted by name: the canonical form of the request. */
export function pathWith(path: string, given: Given): string {
  return linkTo(path, given)
}

/** A path with its parameters, sorted by name; `undefined` takes one away. */
function linkTo(path: string, given: Given, changed: Record<string, number | undefined> = {}): string {
  const all = new Map<string, string | undefined>(given)
  for (const [name, value] of Object.entries(changed)) all.set(name, value === undefined ? undefined : String(value))
  const pairs = [...all]
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encode(value)}`]))
    .toSorted()
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll('%2C', ',')
}
