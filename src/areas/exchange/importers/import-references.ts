import type { Collection } from '#areas/collections/index.ts'
import { termLimits } from '#areas/items/index.ts'
import type { TermKind } from '#areas/taxonomies/index.ts'

import { type ExistingItem, existingItems, storedKey } from './import-existing.ts'
import { type ItemPlan, stepOf } from './import-items.ts'
import { mediaByKey, settleMedia } from './import-media.ts'
import { type References, wantedItem, wantedState } from './import-plan.ts'
import { type ImportRun, type ImportTransaction, inTransaction } from './import-run.ts'
import { countUnwritten } from './import-summary.ts'
import { type SettledTerms, type WantedTerm, keyOfTerm, settleTerms } from './import-terms.ts'
import type { ImportRecord, ImportedItem, NamedReference, Remark } from './record.ts'

/** Settles what a batch names (terms, authors, media) and decides what happens to each of its items. */
export async function planItems(run: ImportRun, records: readonly ImportRecord[]): Promise<ItemPlan[]> {
  const items = records.filter((record) => record.kind === 'item')
  const media = records.filter((record) => record.kind === 'media')
  const found = await inTransaction(run, async ({ db }) => {
    const { credentialId } = run.parts.authorship.actor
    const existing = await existingItems(
      db,
      items.map(({ sourceKey }) => sourceKey),
      credentialId,
    )
    const terms = await settleTerms(db, run, wantedTerms(run, records, existing))
    const settledMedia = await settleMedia(db, run, media)
    const mediaIds = await namedMedia(db, run, items)
    return { existing, terms, settledMedia, mediaIds }
  })

  takeTerms(run, found.terms)
  takeMedia(run, found.settledMedia)
  return items.map((item) => planOf(run, item, found))
}

function planOf(
  run: ImportRun,
  item: ImportedItem,
  found: { existing: Map<string, ExistingItem>; mediaIds: Map<string, string> },
): ItemPlan {
  const existing = found.existing.get(storedKey(item.sourceKey))
  const collection = collectionOf(run, item, existing)
  const remarks: Remark[] = []
  const state = wantedState(item, run.parts.status, run.parts.authorship.now, remarks)
  const references = referencesOf(run, item, { collection, mediaIds: found.mediaIds, remarks })
  if ([...run.collections.values()].some(({ slug }) => slug === item.statedCollection && slug !== collection.slug))
    remarks.push({
      code: 'value_ignored',
      message: `It comes from the collection "${item.statedCollection}" and is in "${collection.slug}": import that folder by itself`,
    })
  const wanted = wantedItem(item, references, { collection, state })
  if ('refused' in wanted) {
    const step = { step: 'none', outcome: 'skipped', reason: wanted.refused } as const
    return { item, collection, existing, remarks, wanted: { changes: {}, state }, ...step }
  }
  return {
    item,
    collection,
    existing,
    remarks,
    wanted,
    ...stepOf(item, wanted, { existing, draftsOnly: run.parts.draftsOnly === true }),
  }
}

/** The collection of an entry: its own when it was imported before, else the one that the command names. */
function collectionOf(
  { parts, collections }: ImportRun,
  item: ImportedItem,
  existing: ExistingItem | undefined,
): Collection {
  const own = existing === undefined ? undefined : collections.get(existing.row.collection_id)
  return own ?? (item.type === 'page' ? (parts.pages ?? parts.collection) : parts.collection)
}

const references = [
  ['author', 'authors'],
  ['category', 'categories'],
  ['tag', 'tags'],
] as const satisfies readonly (readonly [TermKind, keyof ImportedItem])[]

/** The terms that a batch names, in its order. Categories and tags belong to articles; elsewhere they are counted as not taken over. */
function wantedTerms(
  run: ImportRun,
  records: readonly ImportRecord[],
  existing: ReadonlyMap<string, ExistingItem>,
): WantedTerm[] {
  const wanted: WantedTerm[] = []
  const add = (kind: TermKind, collection: Collection, named: NamedReference & { description?: string | null }) => {
    const { name, slug, description = named.bio ?? null } = named
    const term = { kind, collectionId: collection.id, name, slug, description }
    if (kind === 'author' || collection.builtIn) wanted.push(term)
    else countNotTaken(run, term)
  }
  for (const record of records) {
    if (record.kind === 'term') add(record.taxonomy, run.parts.collection, record)
    if (record.kind === 'author') add('author', run.parts.collection, record)
    if (record.kind !== 'item') continue
    const collection = collectionOf(run, record, existing.get(storedKey(record.sourceKey)))
    for (const [kind, field] of references) for (const named of record[field]) add(kind, collection, named)
  }
  return wanted
}

function countNotTaken(run: ImportRun, term: WantedTerm): void {
  const key = keyOfTerm(term)
  if (run.notTaken.has(key)) return
  run.notTaken.add(key)
  const reason = 'Only the collection articles has categories and tags'
  countUnwritten(run.summary, { outcome: 'skipped', what: term.kind, reason, sourceLabel: term.name })
}

type Found = { collection: Collection; mediaIds: ReadonlyMap<string, string>; remarks: Remark[] }

function referencesOf(run: ImportRun, item: ImportedItem, { collection, mediaIds, remarks }: Found): References {
  const [authorIds = [], categoryIds = [], tagIds = []] = references.map(([kind, field]) => {
    const max = termLimits[kind]
    const ids = item[field].flatMap(
      ({ name, slug }) => run.terms.get(keyOfTerm({ collectionId: collection.id, kind, name, slug })) ?? [],
    )
    const distinct = [...new Set(ids)]
    if (distinct.length > max)
      remarks.push({ code: 'value_ignored', message: `It has more than ${max} ${field}: the first ${max} were taken` })
    return distinct.slice(0, max)
  })
  const { featuredMediaKey: key } = item
  const featuredImageId = key === null ? null : (mediaIds.get(storedKey(key)) ?? null)
  if (key !== null && featuredImageId === null)
    remarks.push({ code: 'image_unresolved', message: 'The source lacks the attachment of its featured image' })
  return { authorIds, categoryIds, tagIds, featuredImageId }
}

async function namedMedia(
  db: ImportTransaction['db'],
  run: ImportRun,
  items: readonly ImportedItem[],
): Promise<Map<string, string>> {
  const keys = items.flatMap(({ featuredMediaKey: key }) => key ?? [])
  const stored = await mediaByKey(db, keys)
  const taken = keys.flatMap((key) => {
    const id = run.pictures.ids.get(key)
    return id === undefined ? [] : [[storedKey(key), id] as const]
  })
  return new Map([...run.imagined.media, ...[...stored].map(([key, { id }]) => [key, id] as const), ...taken])
}

function takeTerms(run: ImportRun, { ids, claimed, made, matched }: SettledTerms): void {
  const known = new Set(run.terms.values())
  for (const [key, id] of ids) run.terms.set(key, id)
  for (const id of claimed) run.claimed.add(id)
  for (const row of made) run.summary[row.kind === 'author' ? 'authors' : 'terms'].created++
  for (const row of new Set(matched)) {
    if (!known.has(row.id)) run.summary[row.kind === 'author' ? 'authors' : 'terms'].matched++
  }
  if (run.parts.dryRun) run.imagined.terms.push(...made)
}

function takeMedia(run: ImportRun, { made, matched, updated }: Awaited<ReturnType<typeof settleMedia>>): void {
  run.summary.media.created += made.size
  run.summary.media.matched += matched
  run.summary.media.updated += updated
  if (run.parts.dryRun) for (const [key, id] of made) run.imagined.media.set(key, id)
}
