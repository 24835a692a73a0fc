import type { AnyFeed, DocumentFeed, Feed } from '#kernel/feed.ts'

/** What a path below `/v1/{organizationId}` means. */
export type Route =
  | { to: 'list'; feed: Feed; path: string; collection: string | undefined }
  | { to: 'find'; feed: Feed; path: string; collection: string | undefined; key: string }
  | { to: 'document'; feed: DocumentFeed }

/**
 * The route of decoded path segments; undefined for an unknown path. `path` is the list's path as it was requested, still
 * encoded, so that an alias stays one.
 */
export function routeOf(
  feeds: readonly AnyFeed[],
  segments: readonly string[],
  encoded: readonly string[],
): Route | undefined {
  for (const feed of feeds) {
    if (feed.kind === 'document') {
      if (feed.path === `/${segments.join('/')}`) return { to: 'document', feed }
      continue
    }
    for (const form of feed.paths) {
      const route = match(feed, form.split('/').slice(1), segments, encoded)
      if (route !== undefined) return route
    }
  }
  return undefined
}

function match(
  feed: Feed,
  form: readonly string[],
  segments: readonly string[],
  encoded: readonly string[],
): Route | undefined {
  if (segments.length !== form.length && segments.length !== form.length + 1) return undefined
  const fits = form.every((part, index) => part === placeholder || part === segments[index])
  if (!fits || segments.includes('')) return undefined
  const collection = segments[form.indexOf(placeholder)]
  const path = encoded.slice(0, form.length).join('/')
  const key = segments[form.length]
  return key === undefined ? { to: 'list', feed, path, collection } : { to: 'find', feed, path, collection, key }
}

const placeholder = '{collection}'
