import { sql } from 'kysely'
import { z } from 'zod'

import { linkingItems } from '#areas/checks/neighbours.ts'
import { kinds } from '#areas/checks/similarity/cliques.ts'
import { type Group, groupsOf, reasonCodes, shown } from '#areas/checks/similarity/groups.ts'
import { loadEntries } from '#areas/checks/similarity/load-entries.ts'
import { warnScore } from '#areas/checks/similarity/score.ts'
import { winnerOf } from '#areas/checks/similarity/winner.ts'
import { aroundOf } from '#areas/checks/site.ts'
import { getCollection } from '#areas/collections/index.ts'
import { itemSummary, searched, summariesOfRows } from '#areas/content/index.ts'
import { findItem, findItems, type ItemRow, readSurroundings } from '#areas/items/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { breather } from '#kernel/breathe.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import type { Reader } from '#kernel/database.ts'
import { narrow, narrowed, narrowing } from '#kernel/narrowed-lists.ts'
import { operation } from '#kernel/operation.ts'
import { id, jsonObject, listInput, listOutput, pageOf } from '#kernel/schema.ts'

const duplicate = itemSummary.pick({
  id: true,
  collectionId: true,
  title: true,
  slug: true,
  status: true,
  publishAt: true,
  url: true,
  wordCount: true,
})

const member = duplicate.extend({ internalLinks: z.int().describe('Published items that link to it') })

const reason = z.object({ code: z.enum(reasonCodes), value: z.number() })

export const findDuplicateItems = operation({
  name: 'findDuplicateItems',
  title: 'Find duplicate items',
  summary:
    'Pairs of items that compete for the same readers or whose bodies are near duplicates, with reasons; says which should stay.',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'What competes with one item', input: { itemId: 'itm_01jzz0000000000000000000zz' } }],
  input: z.strictObject({
    ...listInput,
    collectionId: id('collection').optional(),
    itemId: id('item').optional(),
    minScore: z.number().min(0.3).max(1).default(warnScore),
    fields: narrowing(member),
  }),
  output: listOutput(
    z.object({
      items: z.array(narrowed(member)).describe('Two; more only if every pair of them qualifies'),
      size: z.int().describe('Items in all; 50 are listed'),
      score: z.number().describe('Of the closest pair, 0 to 1'),
      reasons: z.array(reason),
      kind: z.enum(kinds).describe('consolidate: equal keyword or nearly the same text; compare: a person decides'),
      pairs: z
        .array(z.object({ itemIds: z.array(id('item')), score: z.number(), reasons: z.array(reason) }))
        .optional()
        .describe('The pairs of more than two items, best first; at most 100'),
      suggestedWinner: id('item').optional().describe('Of kind consolidate'),
      why: z.string().optional(),
      fix: z
        .object({ operation: z.string(), input: jsonObject() })
        .optional()
        .describe('Of kind consolidate, where the winner is public and all are in its collection'),
    }),
  ).extend({ unchecked: z.int().describe('Items that were compared without their bodies; call again in a minute') }),

  async prepare(ctx, { page, pageSize, search, collectionId: idOrSlug, itemId, minScore }) {
    const { locale, collectionId } = await ctx.read((db) => scopeOf(db, { idOrSlug, itemId }))
    const breathe = breather(ctx.signal)
    const { entries, unchecked } = await loadEntries(ctx.read, { locale, collectionId, breathe })
    const all = await groupsOf(entries, minScore, breathe)
    const ofItem = itemId === undefined ? all : all.filter(({ ids }) => ids.includes(itemId))
    const found = await searchedGroups(ctx, ofItem, search)
    const groups = found.slice((page - 1) * pageSize, page * pageSize).map((group) => named(group, itemId))
    return { groups, total: found.length, unchecked, ...(await standingOf(ctx, groups)) }
  },

  async handle(ctx, { page, pageSize, fields }, { groups, total, unchecked, links, open }) {
    const rows = await rowsOf(ctx.db, groups)
    const summaries = new Map((await summariesOfRows(ctx, [...rows.values()])).map((item) => [item.id, item]))
    const items = groups.flatMap(({ ids, pairs, ...group }) => {
      const members = ids.flatMap((one) => rows.get(one) ?? [])
      // What was trashed in the meantime is not in any group.
      if (members.length < 2) return []
      const told = members.flatMap((row) => {
        const item = summaries.get(row.id)
        return item === undefined ? [] : [narrow({ ...pickOf(item), internalLinks: links.get(row.id) ?? 0 }, fields)]
      })
      return [
        {
          ...group,
          items: told,
          ...(pairs === undefined ? {} : { pairs: pairs.map(({ ids: itemIds, ...pair }) => ({ itemIds, ...pair })) }),
          ...(group.kind === 'consolidate' ? consolidation(members, { links, open }) : {}),
        },
      ]
    })
    return { ...pageOf(items, total, { page, pageSize }), unchecked }
  },
})

/** How many published items link to each item, and which collections are open. */
type Standing = { links: ReadonlyMap<string, number>; open: ReadonlySet<string> }

/** Which item should stay, why, and the call that lets the others lead to it, where it can be made. */
function consolidation(members: readonly ItemRow[], { links, open }: Standing) {
  const isLive = (row: ItemRow) => row.effective_status === 'published' && open.has(row.collection_id)
  const winner = winnerOf(
    members.map((row) => ({
      id: row.id,
      isPublished: isLive(row),
      publishAt: row.publish_at,
      createdAt: row.created_at,
      links: links.get(row.id) ?? 0,
    })),
  )
  const row = members.find(({ id: one }) => one === winner?.id)
  if (winner === undefined || row === undefined) return {}
  const others = members.filter((other) => other !== row)
  const canConsolidate = isLive(row) && others.every((other) => other.collection_id === row.collection_id)
  const input = {
    winnerId: row.id,
    duplicateIds: others.map((other) => other.id),
    rewriteReferences: true,
    createRedirects: true,
  }
  return {
    suggestedWinner: row.id,
    why: winner.why,
    ...(canConsolidate ? { fix: { operation: 'consolidateItems', input } } : {}),
  }
}

/** A group with the items that the answer names: the oldest ones, and the one that was asked for. */
function named({ ids, ...group }: Group, itemId: string | undefined): Group & { size: number } {
  const first = ids.slice(0, shown)
  const isHidden = itemId !== undefined && !first.includes(itemId)
  return { ...group, ids: isHidden ? [itemId, ...first.slice(0, -1)] : first, size: ids.length }
}

function pickOf({
  id: itemId,
  collectionId,
  title,
  slug,
  status,
  publishAt,
  url,
  wordCount,
}: z.input<typeof itemSummary>) {
  return { id: itemId, collectionId, title, slug, status, publishAt, url, wordCount }
}

async function scopeOf(
  db: Reader,
  { idOrSlug, itemId }: { idOrSlug?: string | undefined; itemId?: string | undefined },
) {
  const { locale } = await getSettings(db)
  if (itemId !== undefined) await findItem(db, { id: itemId })
  const collection = idOrSlug === undefined ? undefined : await getCollection(db, idOrSlug)
  return { locale, collectionId: collection?.id }
}

/** Groups with an item that the search of lists would find. */
async function searchedGroups(ctx: PrepareCtx, groups: readonly Group[], search: string | undefined): Promise<Group[]> {
  const hits = searched(search)
  if (hits === undefined) return [...groups]
  const ids = groups.flatMap((group) => group.ids)
  const rows = await ctx.read((db) =>
    db
      .selectFrom('item')
      .select('id')
      .where('id', 'in', hits)
      .where('id', '=', sql<string>`any(${ids})`)
      .execute(),
  )
  const found = new Set(rows.map((row) => row.id))
  return groups.filter((group) => group.ids.some((one) => found.has(one)))
}

/** What the items of the groups are chosen by. */
async function standingOf(ctx: PrepareCtx, groups: readonly Group[]): Promise<Standing> {
  if (groups.length === 0) return { links: new Map(), open: new Set() }
  return ctx.read(async (db) => {
    const surroundings = await readSurroundings(db)
    const around = aroundOf(surroundings, ctx.access.organization.id)
    const rows = [...(await rowsOf(db, groups)).values()]
    const linking = await linkingItems(db, rows, { around, among: 'public' })
    return {
      links: new Map([...linking].map(([itemId, from]) => [itemId, from.size])),
      open: new Set(surroundings.collections.flatMap(({ id: one, isOpen }) => (isOpen ? one : []))),
    }
  })
}

async function rowsOf(db: Reader, groups: readonly Group[]): Promise<Map<string, ItemRow>> {
  const ids = groups.flatMap((group) => group.ids)
  if (ids.length === 0) return new Map()
  const rows = await findItems(db, ids)
  return new Map([...rows].filter(([, row]) => row.trashed_at === null))
}
