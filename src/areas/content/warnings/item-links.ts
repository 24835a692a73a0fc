import { z } from 'zod'

import { statuses } from '#areas/content/item-fields.ts'
import { bodyOf, type ItemRow } from '#areas/content/items.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { id } from '#kernel/schema.ts'
import { readPage } from '#std/page.ts'

import { linkingItems, readRelated } from './neighbours.ts'
import { isExternal, ownPath } from './own-address.ts'
import { resolveAddresses } from './resolve-addresses.ts'
import { readSurroundings } from './site.ts'
import type { Target } from './subject.ts'

const most = 200

/** The links of an item, and the items that link to it. */
export const itemLinks = z.object({
  outgoing: z.array(
    z.object({
      href: z.string(),
      anchor: z.string(),
      state: z.enum(['live', 'draft', 'redirect', 'broken', 'unknown', 'external']),
      itemId: id('item').nullable(),
    }),
  ),
  incoming: z.array(z.object({ itemId: id('item'), title: z.string(), status: z.enum(statuses) })),
})

type ItemLinks = z.input<typeof itemLinks>
type Ctx = { db: Reader; access: { organization: Pick<OrganizationFacts, 'id'> } }

/** Reads both, at most 200 of each. */
export async function linksOf({ db, access }: Ctx, row: ItemRow): Promise<ItemLinks> {
  const around = await readSurroundings(db, access.organization.id)
  const page = readPage((await bodyOf(db, row.id)).contentHtml, around.site.locale)
  const links = page.links
    .filter(({ href }) => ownPath(href, around.site) !== undefined || isExternal(href, around.site))
    .slice(0, most)
  const targets = await resolveAddresses(
    db,
    around,
    links.map(({ href }) => href),
  )
  const linking = await linkingItems(db, [row], { around, among: 'all' })
  const from = [...(linking.get(row.id) ?? [])].toSorted().slice(0, most)
  const others = await readRelated(db, from)
  return {
    outgoing: links.map(({ href, anchor }) => ({ href, anchor, ...stateOf(targets.get(href)) })),
    incoming: from.flatMap((itemId) => {
      const other = others.get(itemId)
      return other === undefined ? [] : [{ itemId, title: other.title, status: other.status }]
    }),
  }
}

function stateOf(target: Target | undefined): Pick<ItemLinks['outgoing'][number], 'state' | 'itemId'> {
  if (target === undefined) return { state: 'external', itemId: null }
  if (target.to === 'item')
    return { state: target.item.status === 'published' ? 'live' : 'draft', itemId: target.item.id }
  if (target.to === 'redirect') return { state: 'redirect', itemId: target.itemId }
  return { state: target.to === 'nothing' ? 'broken' : 'unknown', itemId: null }
}
