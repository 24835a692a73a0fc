import { sql } from 'kysely'

import { bodyOf } from '#areas/items/index.ts'
import { ask, joined, withWrite } from '#kernel/ask.ts'
import { breather } from '#kernel/breathe.ts'
import type { CheckedBody, ItemToCheck, StoredItem } from '#kernel/checks.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import type { PublishingWarning } from '#kernel/publishing-warning.ts'

import { keyOfWords } from './item-keys.ts'
import { renewKeys } from './kept-keys.ts'
import { marksTaken } from './marks.ts'
import { type Checkable, type ComparedSubject, readSubjects } from './read-subjects.ts'
import { type Checked, checkInSlices } from './rules/engine.ts'
import { type Around, aroundOf, basisOf } from './site.ts'
import { type CheckOfItem, type StoredChecks, storeChecks, storedChecksAsked } from './stored-checks.ts'

/** Checks an item as it is stored, or as it would be, and changes nothing. */
export async function checkItem(db: Reader, { row, body, ...surroundings }: ItemToCheck): Promise<Checked> {
  const around = aroundOf(surroundings, row.organization_id)
  const [found] = await checkAll(db, around, [{ row, body: body ?? (await bodyOf(db, row.id)) }])
  if (found === undefined) throw new Error('a check without its item')
  return found.checked
}

/** Checks a stored item whose row is locked, and stores what was found. */
export async function checkAndStore(
  db: Writer,
  { row, body, ...surroundings }: ItemToCheck,
): Promise<PublishingWarning[]> {
  const around = aroundOf(surroundings, row.organization_id)
  const checkable = { row, body: body ?? (await bodyOf(db, row.id)) }
  // What is noted after this read stays: the notes that are taken belong to the very state that is checked.
  const more = withWrite(storedChecksAsked([row.id]), marksTaken(db, [row.id]))
  const { subjects, more: stored } = await readSubjects(db, around, { checkables: [checkable], more })
  await completeOutdated(db, around, [checkable], stored)
  const found = await checkedOf(subjects, [checkable])
  await storeChecks(db, basisOf(around), { found, stored })
  return found[0]?.checked.warnings ?? []
}

/** The same for many items whose marks have already been taken. */
export async function checkAndStoreAll(
  db: Writer,
  around: Around,
  checkables: readonly Checkable[],
): Promise<CheckOfItem[]> {
  const stored = await ask(db, storedChecksAsked(checkables.map(({ row }) => row.id)))
  await completeOutdated(db, around, checkables, stored)
  const found = await checkAll(db, around, checkables)
  await storeChecks(db, basisOf(around), { found, stored })
  return found
}

// Keys are complete if the body was just written. For items older than the keys, or checked under other settings, they are
// rebuilt.
async function completeOutdated(
  db: Writer,
  around: Around,
  checkables: readonly Checkable[],
  stored: StoredChecks,
): Promise<void> {
  const basis = basisOf(around)
  for (const { row, body } of checkables)
    if (body.rendered === undefined && stored.get(row.id)?.basis !== basis) await completeKeys(db, around, row, body)
}

/** Checks items, in the given order. */
export async function checkAll(db: Reader, around: Around, checkables: readonly Checkable[]): Promise<CheckOfItem[]> {
  if (checkables.length === 0) return []
  const { subjects } = await readSubjects(db, around, { checkables, more: joined({}) })
  return checkedOf(subjects, checkables)
}

async function checkedOf(
  subjects: readonly ComparedSubject[],
  checkables: readonly Checkable[],
): Promise<CheckOfItem[]> {
  const breathe = breather(undefined)
  const found: CheckOfItem[] = []
  // What is proposed to one of them is not proposed to the next.
  const proposed = new Set<string>()
  for (const [i, { row }] of checkables.entries()) {
    const subject = subjects[i]
    if (subject === undefined) continue
    const { rivals, ...given } = subject
    const { index, site } = given
    const takenKeywords = new Set([...index.takenKeywords, ...proposed])
    const checked = await checkInSlices({ ...given, index: { ...index, takenKeywords } }, breathe)
    const keyword = keyOfWords(proposalIn(checked.warnings), site) || null
    if (keyword !== null) proposed.add(keyword)
    found.push({ row, checked, keyword, rivals })
  }
  return found
}

/** The primary keyword that warnings propose. */
function proposalIn(warnings: readonly PublishingWarning[]): string | null {
  const suggestion = warnings.find(({ code }) => code === 'primary_keyword_missing')?.evidence['suggestion']
  return typeof suggestion === 'string' ? suggestion : null
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
