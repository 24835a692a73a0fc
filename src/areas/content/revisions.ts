import { sql } from 'kysely'

import type { Actor } from '#kernel/access.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'

import { bodyOf, type ItemRow, termsOf } from './items.ts'

/** Who changes an item. Masthead itself (`system`) is no person and answers no request when it publishes what is due. */
export type Authorship = {
  actor: Pick<Actor, 'kind'> & { userId: string | null; credentialId: string | null }
  requestId: string | null
  now: Date
}

/** The fields of an item that can differ between two of its states, by their contract names. */
export type Snapshot = Record<string, unknown>

/** A state that an item had, or, with `stagedFields`, would have. */
export type StoredRevision = { n: number; snapshot: Snapshot; stagedFields: readonly string[] | null }

/** Stores the state of an item after a change; creation is number 1 (operations.md 1.2). The item's row is locked. */
export async function storeRevision(db: Writer, row: ItemRow, authorship: Authorship): Promise<void> {
  await addRevision(db, row.id, { snapshot: await snapshotOf(db, row), stagedFields: null }, authorship)
}

/**
 * Stores changes of a published item that wait for a person (D-42): the item stays as it is, and `publishItem` applies them.
 * A later one takes the place of one that waits. The item's row is locked.
 *
 * @returns the number of the revision
 */
export async function stageRevision(
  db: Writer,
  row: ItemRow,
  changes: Snapshot,
  authorship: Authorship,
): Promise<number> {
  const snapshot = { ...(await snapshotOf(db, row)), ...changes }
  const n = await addRevision(db, row.id, { snapshot, stagedFields: Object.keys(changes) }, authorship)
  await db
    .updateTable('item')
    .set({ pending_revision: n, updated_at: authorship.now, version: sql<number>`version + 1` })
    .where('id', '=', row.id)
    .execute()
  return n
}

/** A revision of an item. Errors: `not_found`. */
export async function findRevision(db: Reader, itemId: string, n: number): Promise<StoredRevision> {
  const row = await db
    .selectFrom('item_revision')
    .select(['n', 'snapshot', 'staged_fields'])
    .where('item_id', '=', itemId)
    .where('n', '=', n)
    .executeTakeFirst()
  if (row === undefined) throw noRevision(n)
  return { n: row.n, snapshot: row.snapshot as Snapshot, stagedFields: row.staged_fields }
}

export const noRevision = (n: number) =>
  new Refusal('not_found', 'The item has no revision of this number.', { revision: n })

/**
 * Removes revisions older than 90 days but the first, what waits, and the last of each day (UTC) of each person: who wrote an
 * item is asked of them where nobody approves what is their own. Answers how many, `limit` at most.
 */
export async function thinRevisions(db: Writer, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from app.item_revision where organization_id = app.org() and (item_id, n) in (
      select item_id, n from (
        select r.item_id, r.n, r.n = i.pending_revision as waits,
          row_number() over (
            partition by r.item_id, r.user_id, date_trunc('day', r.created_at at time zone 'UTC') order by r.n desc) as place
        from app.item_revision r join app.item i on i.organization_id = r.organization_id and i.id = r.item_id
        where r.organization_id = app.org() and r.created_at < now() - interval '90 days') old
      where place > 1 and n > 1 and waits is not true limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The number of the latest revision of an item, 0 where there is none. */
export async function lastRevision(db: Reader, itemId: string): Promise<number> {
  const { n } = await db
    .selectFrom('item_revision')
    .select(({ fn }) => fn.coalesce(fn.max('n'), sql<number>`0`).as('n'))
    .where('item_id', '=', itemId)
    .executeTakeFirstOrThrow()
  return n
}

async function addRevision(
  db: Writer,
  itemId: string,
  { snapshot, stagedFields }: Omit<StoredRevision, 'n'>,
  { actor, requestId, now }: Authorship,
): Promise<number> {
  const n = (await lastRevision(db, itemId)) + 1
  await db
    .insertInto('item_revision')
    .values({
      item_id: itemId,
      n,
      snapshot: JSON.stringify(snapshot),
      staged_fields: stagedFields === null ? null : [...stagedFields],
      author_type: actor.kind,
      user_id: actor.userId,
      credential_id: actor.credentialId,
      request_id: requestId,
      created_at: now,
    })
    .execute()
  return n
}

async function snapshotOf(db: Writer, row: ItemRow): Promise<Snapshot> {
  const body = await bodyOf(db, row.id)
  const terms = (await termsOf(db, [row.id])).get(row.id)
  return {
    title: row.title,
    slug: row.slug,
    h1: row.h1,
    excerpt: row.excerpt,
    tldr: row.tldr,
    content: body.content,
    contentFormat: body.contentFormat,
    featuredImageId: row.featured_image_id,
    authorIds: terms?.author.map(({ id }) => id) ?? [],
    categoryIds: terms?.category.map(({ id }) => id) ?? [],
    tagIds: terms?.tag.map(({ id }) => id) ?? [],
    faq: row.faq,
    comparisonScreenshots: row.comparison_screenshots,
    articleType: row.article_type,
    writingStyle: row.writing_style,
    customFields: row.custom_fields,
    seoTitle: row.seo_title,
    metaDescription: row.meta_description,
    canonicalUrl: row.canonical_url,
    canonicalReason: row.canonical_reason,
    primaryKeyword: row.primary_keyword,
    secondaryKeywords: row.secondary_keywords,
    ogTitle: row.og_title,
    ogDescription: row.og_description,
    ogImageId: row.og_image_id,
    twitterTitle: row.twitter_title,
    twitterDescription: row.twitter_description,
    schemaJsonLd: row.schema_json_ld,
    relatedArticles: row.related_articles,
    internalLinkSuggestions: row.internal_link_suggestions,
    robots: row.robots,
    externalUrl: row.external_url,
    status: row.status,
    publishAt: row.publish_at,
  }
}
