import { z } from 'zod'

import { builtInSlug, gateColumns, gated, gateOf } from '#areas/collections/gate.ts'
import { collectionKinds } from '#areas/collections/presets.ts'
import type { Reader } from '#kernel/database.ts'
import { feed, type Resource } from '#kernel/feed.ts'
import { iso, timestamp } from '#kernel/schema.ts'

const attributes = z.object({
  name: z.string(),
  slug: z.string(),
  kind: z.enum(collectionKinds),
  built_in: z.boolean(),
  url_template: z.string().describe('Path of an item on the website, with {slug} and other placeholders'),
  created_at: timestamp(),
  updated_at: timestamp(),
})

/** The enabled collections that the plan opens. */
export const collections = feed({
  type: 'collections',
  noun: 'Collection',
  summary: 'Enabled collections',
  paths: ['/collections'],
  collection: 'all',
  attributes,
  includes: [],
  statuses: false,
  lists: undefined,

  async list(db) {
    const rows = await openCollections(db).execute()
    const resources = rows.flatMap((row) => resourceOf(row) ?? [])
    return { gate: gateOf(rows[0]), total: resources.length, resources: resources.toSorted(builtInFirst), included: [] }
  },

  async find(db, key) {
    const rows = await openCollections(db).execute()
    const row = rows.find(({ slug }) => slug === key)
    return { gate: gateOf(rows[0]), resource: row && resourceOf(row), included: [] }
  },
})

// A handful of rows per organization: one statement serves the list and the single fetch.
function openCollections(db: Reader) {
  return gated(db, undefined)
    .selectFrom('gate')
    .leftJoin('open', (join) => join.onTrue())
    .select(gateColumns)
    .selectAll('open')
}

type Row = Awaited<ReturnType<ReturnType<typeof openCollections>['execute']>>[number]

function resourceOf(row: Row): Resource | undefined {
  if (row.id === null || row.slug === null || row.updated_at === null) return undefined
  return {
    type: 'collections',
    id: row.id,
    attributes: {
      name: row.name,
      slug: row.slug,
      kind: row.kind,
      built_in: row.built_in,
      url_template: row.url_template,
      created_at: iso(row.created_at),
      updated_at: iso(row.updated_at),
    },
    self: `collections/${row.slug}`,
    changedAt: row.updated_at,
  }
}

function builtInFirst(a: Resource, b: Resource): number {
  const [left, right] = [String(a.attributes['slug']), String(b.attributes['slug'])]
  if (left === builtInSlug || right === builtInSlug) return left === builtInSlug ? -1 : 1
  return left < right ? -1 : 1
}
