import { sql } from 'kysely'

import { breather } from '#areas/content/breathe.ts'
import { bodyOf, type ItemRow } from '#areas/content/items.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { Reader, Writer } from '#kernel/database.ts'

import { check, type Checked } from './engine.ts'
import { type Checkable, readSubjects } from './read-subjects.ts'
import { takeMarks } from './rechecks.ts'
import { basisOf, readSurroundings, type Surroundings } from './site.ts'
import { type CheckOfItem, storeChecks } from './stored-checks.ts'
import type { PublishingWarning } from './warning.ts'

type Ctx = { db: Reader; access: { organization: Pick<OrganizationFacts, 'id'> }; baseUrl: string }

/** The publishing warnings of a stored item as it is now, ordered by severity, then code (operations.md 4). */
export async function checkItem(ctx: Ctx, row: ItemRow): Promise<PublishingWarning[]> {
  return (await checkCheckable(ctx, { row, ...(await bodyOf(ctx.db, row.id)) })).warnings
}

/** The same with summary and score, for an item that need not be stored like this. */
export async function checkCheckable({ db, access }: Omit<Ctx, 'baseUrl'>, checkable: Checkable): Promise<Checked> {
  const around = await readSurroundings(db, access.organization.id)
  const [subject] = await readSubjects(db, around, [checkable])
  if (subject === undefined) throw new Error('a check without its subject')
  return check(subject)
}

/** Checks an item that was just written, and keeps what was found. */
export async function checkAndStore(ctx: Ctx & { db: Writer }, row: ItemRow): Promise<PublishingWarning[]> {
  await takeMarks(ctx.db, [row.id])
  const around = await readSurroundings(ctx.db, ctx.access.organization.id)
  const [found] = await checkRows(ctx.db, around, [row])
  if (found === undefined) throw new Error('a check without its item')
  await storeChecks(ctx.db, basisOf(around), [found])
  return found.checked.warnings
}

/** Checks stored items, in their order. */
export async function checkRows(db: Reader, around: Surroundings, rows: readonly ItemRow[]): Promise<CheckOfItem[]> {
  if (rows.length === 0) return []
  const bodies = await db
    .selectFrom('item_body')
    .select(['item_id', 'content', 'content_format', 'content_html'])
    .where('item_id', '=', sql<string>`any(${rows.map(({ id }) => id)})`)
    .execute()
  const bodyById = new Map(bodies.map((body) => [body.item_id, body]))
  const checkables = rows.map((row) => {
    const body = bodyById.get(row.id)
    return {
      row,
      content: body?.content ?? '',
      contentFormat: (body?.content_format ?? 'markdown') as Checkable['contentFormat'],
      contentHtml: body?.content_html ?? '',
    }
  })
  const subjects = await readSubjects(db, around, checkables)
  const breathe = breather(undefined)
  const found: CheckOfItem[] = []
  for (const [i, { row, contentHtml }] of checkables.entries()) {
    const subject = subjects[i]
    if (subject === undefined) continue
    found.push({ row, contentHtml, checked: check(subject), similarIds: subject.index.similar.map(({ id }) => id) })
    const pause = breathe()
    if (pause !== undefined) await pause
  }
  return found
}
