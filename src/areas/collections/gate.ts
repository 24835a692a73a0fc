import { sql } from 'kysely'

import type { ContentRevisions } from '#kernel/content-revision.ts'
import type { Reader } from '#kernel/database.ts'
import type { CollectionKey, Gate } from '#kernel/feed.ts'

import { openingPlans } from './open-collections.ts'

/** The slug of the collection that every plan opens. */
export const builtInSlug = 'articles'

/** As `isOpen` says it, where the organization is in the query already. */
const isOpenHere = sql<boolean>`(c.enabled and (c.slug = ${builtInSlug} or o.plan = any(${openingPlans})))`

/**
 * Queries behind the gate of the Content API, so that gate and data are one statement (content-api.md#order-of-refusals). `gate`
 * has one row, or none for an unknown organization; its `collection_id` is null unless the collection may be read. `open` has
 * all collections that may be read.
 */
export function gated(db: Reader, collection: CollectionKey | undefined) {
  return db
    .with('gate', (query) =>
      query
        .selectFrom('auth.organizations as o')
        .leftJoin('organization_setting as s', (join) => join.onTrue())
        .leftJoin('collection as c', (join) => {
          if (collection === undefined) return join.on(sql<boolean>`false`)
          return 'id' in collection ? join.on('c.id', '=', collection.id) : join.on('c.slug', '=', collection.slug)
        })
        .select([
          'o.name as organization_name',
          's.site_url as site_url',
          sql<string>`coalesce(s.timezone, 'UTC')`.as('timezone'),
          sql<string>`coalesce(s.content_mode, 'headless')`.as('content_mode'),
          sql<boolean>`coalesce(s.expose_unpublished, true)`.as('expose_unpublished'),
          sql<boolean>`o.plan = any(${openingPlans})`.as('opens_all'),
          sql<boolean>`${collection === undefined} or coalesce(${isOpenHere}, false)`.as('collection_open'),
          sql<Date>`greatest(o.updated_at, s.updated_at, c.updated_at)`.as('gate_changed_at'),
          'o.updated_at as organization_changed_at',
          's.updated_at as settings_changed_at',
          sql<
            string | null
          >`case when coalesce(s.content_mode, 'headless') = 'headless' and ${isOpenHere} then c.id end`.as(
            'collection_id',
          ),
          revisions.as('revisions'),
          'c.slug as collection_slug',
          'c.url_template as collection_url_template',
        ])
        .where('o.id', '=', sql<string>`app.org()`),
    )
    .with('open', (query) =>
      query
        .selectFrom('collection as c')
        .innerJoin('gate', (join) => join.onTrue())
        .select(['c.id', 'c.slug', 'c.name', 'c.kind', 'c.built_in', 'c.url_template', 'c.created_at', 'c.updated_at'])
        .where('c.enabled', '=', true)
        .where('gate.content_mode', '=', 'headless')
        .where((eb) => eb.or([eb('c.slug', '=', builtInSlug), eb('gate.opens_all', '=', true)])),
    )
}

// In the same statement as the data, so that they are the state of what is answered (content-api.md#content-has-revisions). As text:
// every row repeats the gate, and only one is read.
const revisions = sql<
  string | null
>`(select json_object_agg(r.collection_id, r.revision)::text from app.content_revision r
  where r.organization_id = app.org())`

/** The columns of `gate` that `gateOf` reads. */
export const gateColumns = [
  'gate.content_mode',
  'gate.expose_unpublished',
  'gate.organization_name',
  'gate.site_url',
  'gate.collection_open',
  'gate.gate_changed_at',
  'gate.collection_id',
  'gate.revisions',
] as const

type GateRow = {
  content_mode: string
  expose_unpublished: boolean
  organization_name: string
  site_url: string | null
  collection_open: boolean
  gate_changed_at: Date
  collection_id: string | null
  revisions: string | null
}

/** The gate in a row that has `gateColumns`. */
export function gateOf(row: GateRow | undefined): Gate | undefined {
  return (
    row && {
      contentMode: row.content_mode,
      exposeUnpublished: row.expose_unpublished,
      organizationName: row.organization_name,
      siteUrl: row.site_url,
      collectionOpen: row.collection_open,
      changedAt: row.gate_changed_at,
      collectionId: row.collection_id,
      revisions: revisionsIn(row.revisions),
    }
  )
}

function revisionsIn(text: string | null): ContentRevisions {
  return new Map(text === null ? [] : Object.entries(JSON.parse(text) as Record<string, number>))
}

/** Only the gate, for a request that is refused whatever the data is. */
export async function readGate(db: Reader, collection: CollectionKey | undefined): Promise<Gate | undefined> {
  return gateOf(await gated(db, collection).selectFrom('gate').select(gateColumns).executeTakeFirst())
}
