import { sql } from 'kysely'

import { breather } from './breathe.ts'
import { bodyOf } from '#areas/content/index.ts'
import type { CheckedBody, ItemToCheck, StoredItem } from '#kernel/checks.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import type { PublishingWarning } from '#kernel/publishing-warning.ts'

import { check, type Checked } from './rules/engine.ts'
import { keyOfWords } from './item-keys.ts'
import { renewKeys } from './kept-keys.ts'
import { type Checkable, readSubjects } from './read-subjects.ts'
import { takeMarks } from './marks.ts'
import { type Around, aroundOf, basisOf } from './site.ts'
import { type CheckOfItem, storeChecks, storedChecks } from './stored-checks.ts'

/** Checks an item as it is stored, or as it would be, and changes nothing. */
export async function checkItem(db: Reader, { row, body, ...surroundings }: ItemToCheck): Promise<Checked> {
  const around = aroundOf(surroundings, row.organization_id)
  const [subject] = await readSubjects(db, around, [{ row, body: body ?? (await bodyOf(db, row.id)) }])
  if (subject === undefined) throw new Error('a check without its subject')
  return check(subject)
}

/** Checks an item that is stored and whose row is held, and keeps what was found. */
export async function checkAndStore(
  db: Writer,
  { row, body, ...surroundings }: ItemToCheck,
): Promise<PublishingWarning[]> {
  await takeMarks(db, [row.id])
  const around = aroundOf(surroundings, row.organization_id)
  const [found] = await checkAndStoreAll(db, around, [{ row, body: body ?? (await bodyOf(db, row.id)) }])
  if (found === undefined) throw new Error('a check without its item')
  return found.checked.warnings
}

/** The same for many items, whose marks are taken already. */
export async function checkAndStoreAll(
  db: Writer,
  around: Around,
  checkables: readonly Checkable[],
): Promise<CheckOfItem[]> {
  const basis = basisOf(around)
  const stored = await storedChecks(
    db,
    checkables.map(({ row }) => row.id),
  )
  for (const { row, body } of checkables) {
    // Keys are whole where the body was just written. Those of before the keys, or of other settings, are made anew.
    if (body.rendered === undefined && stored.get(row.id)?.basis !== basis) await completeKeys(db, around, row, body)
  }
  const found = await checkAll(db, around, checkables)
  await storeChecks(db, basis, { found, stored })
  return found
}

/** Checks items, in their order. */
export async function checkAll(db: Reader, around: Around, checkables: readonly Checkable[]): Promise<CheckOfItem[]> {
  const subjects = await readSubjects(db, around, checkables)
  const breathe = breather(undefined)
  const found: CheckOfItem[] = []
  for (const [i, { row }] of checkables.entries()) {
    const subject = subjects[i]
    if (subject === undefined) continue
    found.push({ row, checked: check(subject), similarIds: subject.index.similar.map(({ id }) => id) })
    const pause = breathe()
    if (pause !== undefined) await pause
  }
  return found
}

/** Stored items with their stored bodies. */
export async function withBodies(db: Reader, rows: readonly StoredItem[]): Promise<Checkable[]> {
  if (rows.length === 0) return []
  const bodies = await db
    .selectFrom('item_body')
    .select(['item_id', 'content', 'content_format', 'content_html'])
    .where('item_id', '=', sql<string>`any(${rows.map(({ id }) => id)})`)
    .execute()
  const bodyById = new Map(bodies.map((body) => [body.item_id, body]))
  return rows.map((row) => {
    const body = bodyById.get(row.id)
    const contentFormat = body?.content_format ?? 'markdown'
    return { row, body: { content: body?.content ?? '', contentFormat, contentHtml: body?.content_html ?? '' } }
  })
}

async function completeKeys(db: Writer, around: Around, row: StoredItem, body: CheckedBody): Promise<void> {
  await renewKeys(db, { row, html: body.contentHtml, around })
  const keyword = keyOfWords(row.primary_keyword, around.site) || null
  if (keyword !== row.keyword_key)
    await db.updateTable('item').set({ keyword_key: keyword }).where('id', '=', row.id).execute()
}
