import { sql } from 'kysely'

import { pathsLeadingToAsked } from '#areas/addresses/index.ts'
import { isPublic } from '#areas/collections/index.ts'
import { taxonomies } from '#areas/taxonomies/index.ts'
import { ask, joined, mapped, type Question, question, selectFrom } from '#kernel/ask.ts'
import type { StoredItem } from '#kernel/checks.ts'
import type { Reader } from '#kernel/database.ts'
import { comparablePath } from '#std/comparable-url.ts'

import {
  addressKeys,
  candidateKeys,
  canonicalKey,
  descriptionKey,
  keyOfWords,
  pathKey,
  proposalKey,
} from './item-keys.ts'
import { otherOf } from './resolve-addresses.ts'
import { type Index, isLive, type Other } from './rules/subject.ts'
import type { Around } from './site.ts'

type Shared = Pick<Index, 'sameCanonical' | 'sameDescription' | 'sameKeyword' | 'secondaryOf' | 'takenKeywords'>

const mostPerKey = 60

/** Other items with the same keys, oldest first and those that the public sees before others, for each of many items. One query. */
export function sharedAsked(rows: readonly StoredItem[], around: Around): Question<(row: StoredItem) => Shared> {
  const { site } = around
  const wanted = new Map(
    rows.map((row) => [
      row.id,
      {
        keyword: keyOfWords(row.primary_keyword, site),
        description: descriptionKey(row.meta_description),
        canonical: canonicalKey(row.canonical_url),
      },
    ]),
  )
  const candidates = new Map(rows.map((row) => [row.id, candidateKeys(row, site)]))
  const keys = [
    ...[...wanted.values()].flatMap(Object.values<string>).filter((key) => key !== ''),
    ...[...candidates.values()].flat().flatMap((key) => [key, proposalKey(key)]),
  ]
  return mapped(holdersAsked([...new Set(keys)], around), (holders) => (row) => {
    const own = wanted.get(row.id)
    const others = (kind: string, key: string | undefined) =>
      (holders.get(`${kind} ${key ?? ''}`) ?? []).filter(({ id }) => id !== row.id)
    // What two are proposed at the same time goes to the older one.
    const isProposedElsewhere = (key: string) => {
      const all = holders.get(`related ${proposalKey(key)}`) ?? []
      const isOwn = all.some(({ id }) => id === row.id)
      return all.some(({ id }) => id !== row.id && (!isOwn || id < row.id))
    }
    return {
      sameKeyword: others('keyword', own?.keyword),
      secondaryOf: others('secondary', own?.keyword),
      takenKeywords: new Set(
        (candidates.get(row.id) ?? []).filter((key) => others('keyword', key).length > 0 || isProposedElsewhere(key)),
      ),
      sameDescription: others('description', own?.description).filter(isLive),
      sameCanonical: others('canonical', own?.canonical).filter(isLive),
    }
  })
}

function holdersAsked(keys: readonly string[], around: Around): Question<Map<string, Other[]>> {
  const ranked = selectFrom('item_key as k')
    .innerJoin('item as i', 'i.id', 'k.item_id')
    .select(['k.kind', 'k.key', 'i.id', 'i.title', 'i.effective_status', 'i.collection_id'])
    .select(
      sql<number>`row_number() over (partition by k.kind, k.key order by ${isPublic('i')} desc, i.effective_status = 'scheduled' desc, i.sort_date, i.id)`.as(
        'n',
      ),
    )
    .where('k.kind', '=', sql<'keyword'>`any(${['keyword', 'secondary', 'description', 'canonical', 'related']})`)
    .where('k.key', '=', sql<string>`any(${[...keys]})`)
    .where('i.trashed_at', 'is', null)
  const query = selectFrom(ranked.as('r'))
    .selectAll()
    .where('n', '<=', mostPerKey + 1)
    .orderBy('n')
  return question(keys.length === 0 ? undefined : query, (rows) => {
    const holders = new Map<string, Other[]>()
    for (const row of rows) {
      const name = `${row.kind} ${row.key}`
      holders.set(name, [...(holders.get(name) ?? []), otherOf(row, around)])
    }
    return holders
  })
}

/** `public`: only those that the public sees. */
type Among = { around: Around; among: 'public' | 'all' }

/** The other items that link to each of the items, by one of its addresses or by one that leads to it; none in the trash. */
export async function linkingItems(
  db: Reader,
  rows: readonly StoredItem[],
  among: Among,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  return wholeLinking(db, await ask(db, linkingAsked(rows, among)), among)
}

/** Which items link to which of these, except through a former address that redirects to the item. */
export type Linking = {
  ids: readonly string[]
  links: readonly Link[]
  leading: ReadonlyMap<string, readonly string[]>
}
type Link = { from: string; to: string }

export function linkingAsked(rows: readonly StoredItem[], { around, among }: Among): Question<Linking> {
  const ids = rows.map(({ id }) => id)
  const own = grouped(rows.flatMap((row) => addressKeys(row, around).map((key) => [key, row.id] as const)))
  return mapped(joined({ links: linksAsked(own, among), paths: pathsLeadingToAsked(ids) }), ({ links, paths }) => ({
    ids,
    links,
    leading: grouped(paths.map(({ fromPath, itemId }) => [pathKey(comparablePath(fromPath)), itemId] as const)),
  }))
}

/** The same, including those. */
export async function wholeLinking(
  db: Reader,
  { ids, links, leading }: Linking,
  { among }: Pick<Among, 'among'>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const linking = new Map(ids.map((id) => [id, new Set<string>()]))
  for (const { from, to } of [...links, ...(await ask(db, linksAsked(leading, among)))])
    if (from !== to) linking.get(to)?.add(from)
  return linking
}

/** The links to addresses, by the items that are there. */
function linksAsked(places: ReadonlyMap<string, readonly string[]>, among: Among['among']): Question<Link[]> {
  const query = selectFrom('item_key as k')
    .innerJoin('item as i', 'i.id', 'k.item_id')
    .select(['k.key', 'k.item_id'])
    .where('k.kind', '=', 'link')
    .where('k.key', '=', sql<string>`any(${[...places.keys()]})`)
    .where('i.trashed_at', 'is', null)
    .$if(among === 'public', (some) => some.where(isPublic('i')))
  return question(places.size === 0 ? undefined : query, (rows) =>
    rows.flatMap(({ key, item_id: from }) => (places.get(key) ?? []).map((to) => ({ from, to }))),
  )
}

function grouped(pairs: readonly (readonly [key: string, id: string])[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const [key, id] of pairs) groups.set(key, [...(groups.get(key) ?? []), id])
  return groups
}

/** Items by id, including those in the trash. */
export const relatedAsked = (ids: readonly string[], around: Around): Question<Index['related']> =>
  question(
    ids.length === 0
      ? undefined
      : selectFrom('item')
          .select(['id', 'title', 'effective_status', 'collection_id', 'trashed_at'])
          .where('id', '=', sql<string>`any(${[...new Set(ids)]})`),
    (rows) => new Map(rows.map((row) => [row.id, { ...otherOf(row, around), isTrashed: row.trashed_at !== null }])),
  )

/** Images by id. */
export const imagesAsked = (ids: readonly string[]) =>
  question(
    ids.length === 0
      ? undefined
      : selectFrom('media')
          .select(['id', 'alt', 'width'])
          .where('id', '=', sql<string>`any(${[...new Set(ids)]})`),
    (rows) => new Map(rows.map((row) => [row.id, row])),
  )

/** The names of the categories and tags of items, by item. */
export const labelsAsked = (ids: readonly string[]) =>
  question(
    ids.length === 0
      ? undefined
      : selectFrom('item_term as t')
          .innerJoin('term', 'term.id', 't.term_id')
          .select(['t.item_id', 'term.name'])
          .where('t.item_id', '=', sql<string>`any(${[...ids]})`)
          .where('t.kind', 'in', taxonomies)
          .orderBy('t.kind')
          .orderBy('t.position'),
    (rows) =>
      new Map(
        [...Map.groupBy(rows, ({ item_id: id }) => id)].map(
          ([id, some]) => [id, some.map(({ name }) => name)] as const,
        ),
      ),
  )
