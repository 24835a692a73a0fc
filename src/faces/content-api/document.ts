import { type FeedFind, type FeedPage, type Fields, type Resource, resourceObject } from '#kernel/feed.ts'
import { jsonBytes } from '#kernel/json-text.ts'

import type { Links } from './links.ts'
import type { ListParameters } from './parameters.ts'

/** The body of a list. `links` are left to the collections, whose list is not paged. */
export function listDocument(
  page: FeedPage,
  prefix: string,
  parameters: ListParameters,
  links: Links | { self: string },
): Buffer {
  const { total } = page
  const { query, offset } = parameters
  const meta =
    'first' in links
      ? { total, per_page: query.limit, page: parameters.page, ...(offset === undefined ? {} : { offset }) }
      : { total }
  return jsonBytes({
    data: page.resources.map((resource) => resourceObject(resource, prefix, query.fields)),
    ...includedOf(page.included, query.include),
    meta,
    links,
  })
}

/** The body of a single fetch. */
export function findDocument(
  found: FeedFind & { resource: NonNullable<FeedFind['resource']> },
  prefix: string,
  { fields, include }: { fields: Fields; include: ReadonlySet<string> },
): Buffer {
  return jsonBytes({
    data: resourceObject(found.resource, prefix, fields),
    ...includedOf(found.included, include),
  })
}

function includedOf(included: readonly Resource[], asked: ReadonlySet<string>) {
  if (asked.size === 0) return {}
  return { included: included.map(({ id, type, attributes }) => ({ id, type, attributes })) }
}
