import { z } from 'zod'

import { publishedAt, redirectAt, siteOf, siteReader, urlOfRow } from '#areas/addresses/index.ts'
import { allCollections } from '#areas/collections/index.ts'
import { findItem } from '#areas/items/index.ts'
import type { Reader } from '#kernel/database.ts'
import { id } from '#kernel/schema.ts'
import { pathKey } from '#std/site-paths.ts'

/** Where an address of the website leads. */
export const followedAddress = z.object({
  outcome: z
    .enum(['article', 'redirect', 'unpublished', 'nothing', 'other_website', 'loop'])
    .describe('article: one has this path. unpublished: a redirect leads to an article that nobody can read now'),
  hops: z.array(z.object({ redirectId: id('redirect'), from: z.string(), to: z.string() })),
  url: z.string().nullable().describe('Where it leads in the end'),
  itemId: id('item').nullable(),
  title: z.string().nullable(),
})

type Followed = z.input<typeof followedAddress>
type Ctx = { db: Reader; baseUrl: string; organizationId: string }

const mostHops = 10

/**
 * Follows a path or URL as websites do: the article that has the path now, else the redirect of the path, and from its target on
 * again (content.md#old-addresses-lead-on).
 */
export async function followAddress(ctx: Ctx, address: string): Promise<Followed> {
  const { db } = ctx
  const site = await siteOf(ctx)
  const collections = await allCollections(db)
  const read = siteReader(site)
  const pathsOf = (one: string) => read(one).flatMap((place) => (place.on === 'site' ? [place.path] : []))
  const hops: Followed['hops'] = []
  const ended = (more: Partial<Followed> & Pick<Followed, 'outcome'>): Followed => ({
    hops,
    url: null,
    itemId: null,
    title: null,
    ...more,
  })

  const seen = new Set<string>()
  let next = /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(address) ? address : `/${address}`
  while (hops.length <= mostHops) {
    const paths = pathsOf(next)
    if (paths.length === 0)
      return hops.length === 0 ? ended({ outcome: 'other_website' }) : ended({ outcome: 'redirect', url: next })
    if (paths.some((path) => seen.has(pathKey(path)))) return ended({ outcome: 'loop' })
    for (const path of paths) seen.add(pathKey(path))

    const [itemId] = (await publishedAt(db, collections, paths)).values()
    if (itemId !== undefined) {
      const item = await findItem(db, { id: itemId })
      const collection = collections.find((one) => one.id === item.collection_id)
      if (collection?.isOpen === false) return ended({ outcome: 'unpublished', itemId: item.id, title: item.title })
      const url = collection === undefined ? null : urlOfRow({ ...item, canonical_url: null }, { collection, site })
      return ended({ outcome: hops.length === 0 ? 'article' : 'redirect', url, itemId: item.id, title: item.title })
    }
    const found = await redirectAt(db, paths)
    if (found === undefined)
      return hops.length === 0 ? ended({ outcome: 'nothing' }) : ended({ outcome: 'redirect', url: next })
    const { record, item } = found
    hops.push({ redirectId: record.id, from: record.fromPath, to: record.to })
    if (item !== null) {
      const collection = collections.find((one) => one.id === item.collection_id)
      if (collection === undefined || !item.isPublic)
        return ended({ outcome: 'unpublished', itemId: item.id, title: item.title })
      return ended({
        outcome: 'redirect',
        url: urlOfRow(item, { collection, site }),
        itemId: item.id,
        title: item.title,
      })
    }
    next = record.to
  }
  return ended({ outcome: 'loop' })
}
