import type { QueryId } from 'kysely'

import type { Writer } from './database.ts'

/** The name under which a revision counts what concerns all collections of an organization. */
export const wholeOrganization = '*'

/** The state of what `/v1` shows of a collection, or of an organization: `collectionId` is `*` then. */
export type ContentRevision = { collectionId: string; revision: number }

/** The revisions of an organization by collection. One that is missing is 0. */
export type ContentRevisions = ReadonlyMap<string, number>

/** Called after the COMMIT of a transaction that raised revisions, before its caller goes on. */
export type RevisionsRaised = (organizationId: string, raised: readonly ContentRevision[]) => void

/**
 * What the Content API reads (content-api.md#content-has-revisions): a write to one of these raises a revision, but for the
 * columns that it never shows. `src/faces/content-api/shown-tables.test.ts` compares it with what the feeds read.
 */
export const shownTables: Readonly<Record<string, { hidden?: readonly string[] }>> = {
  collection: {},
  item: {
    hidden: [
      'consolidated_into_id',
      'generation_state',
      'keyword_key',
      'pending_revision',
      'publish_attempts',
      'publish_error',
      'publish_retry_at',
    ],
  },
  item_body: {},
  item_count: {},
  item_search: {},
  item_term: {},
  media: {},
  organization_setting: {},
  redirect: { hidden: ['hits', 'last_hit_at'] },
  term: {},
  term_count: {},
}

/** Functions of the database that change what the Content API shows of an organization itself. */
export const shownFunctions: readonly string[] = [
  'change_plan',
  'delete_organization',
  'found_organization',
  'rename_organization',
]

const collectionOf = new WeakMap<QueryId, string>()

/**
 * For statements that change items of one collection only: they raise its revision, where others raise that of the whole
 * organization. It says what the statement does not, so it takes the row's own `collection_id`.
 */
export function inCollection(db: Writer, collectionId: string): Writer {
  return db.withPlugin({
    transformQuery({ node, queryId }) {
      collectionOf.set(queryId, collectionId)
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

/** The collection that a statement was declared to be about. */
export function declaredCollection(queryId: QueryId): string {
  return collectionOf.get(queryId) ?? wholeOrganization
}

/** Revisions as `X-Content-Revision` and `min_revision` write them: `<collection id>:<revision>`, with commas between them. */
export function revisionText(revisions: readonly ContentRevision[]): string {
  return revisions.map(({ collectionId, revision }) => `${collectionId}:${revision}`).join(',')
}
