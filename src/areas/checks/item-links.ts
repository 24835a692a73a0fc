import { bodyOf } from '#areas/items/index.ts'
import { ask } from '#kernel/ask.ts'
import type { ItemLinks, ItemToCheck } from '#kernel/checks.ts'
import type { Reader } from '#kernel/database.ts'
import { readPage } from '#std/page.ts'

import { linkingItems, relatedAsked } from './neighbours.ts'
import { resolveAddresses } from './resolve-addresses.ts'
import { isExternal, ownPath } from './rules/own-address.ts'
import { isLive, type Target } from './rules/subject.ts'
import { aroundOf } from './site.ts'

const most = 200

/** The links of an item, and the items that link to it, at most 200 of each. */
export async function linksOf(db: Reader, { row, body, ...surroundings }: ItemToCheck): Promise<ItemLinks> {
  const around = aroundOf(surroundings, row.organization_id)
  const { contentHtml } = body ?? (await bodyOf(db, row.id))
  const links = readPage(contentHtml, around.site.locale)
    .links.filter(({ href }) => ownPath(href, around.site) !== undefined || isExternal(href, around.site))
    .slice(0, most)
  const targets = await resolveAddresses(
    db,
    around,
    links.map(({ href }) => href),
  )
  const linking = await linkingItems(db, [row], { around, among: 'all' })
  const from = [...(linking.get(row.id) ?? [])].toSorted().slice(0, most)
  const others = await ask(db, relatedAsked(from, around))
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
  if (target.to === 'item') return { state: isLive(target.item) ? 'live' : 'draft', itemId: target.item.id }
  if (target.to === 'redirect') return { state: 'redirect', itemId: target.itemId }
  return { state: target.to === 'nothing' ? 'broken' : 'unknown', itemId: null }
}
