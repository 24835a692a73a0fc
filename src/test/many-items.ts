import { sql } from 'kysely'

import { correctCounts } from '#areas/content/stored/counts.ts'
import type { OrganizationId } from '#kernel/ids.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

/**
 * Writes many items of the collection `articles` in few statements, scheduled unless another status is given, each with its body
 * and its first revision. Their slugs are `due-1` and so on.
 */
export async function addScheduledItems(
  database: TenantDatabase,
  organizationId: OrganizationId,
  { count, ...how }: { count: number } & Partial<How> & Pick<How, 'publishAt'>,
): Promise<void> {
  // In parts, so that none of the statements takes longer than one may.
  for (let from = 1; from <= count; from += part) {
    await addPart(database, organizationId, { from, to: Math.min(count, from + part - 1), ...usual, ...how })
    // As a server does while its tables grow: foreign keys are checked by plans for tables that were small.
    await database.asSystem((db) => sql`select app.take_statistics()`.execute(db))
  }
  await database.forOrganization({ organizationId }, 'write', ({ db }) => correctCounts(db))
}

type How = { publishAt: Date; prefix: string; status: 'scheduled' | 'published' }
const usual = { prefix: 'due', status: 'scheduled' } as const
const part = 1000

async function addPart(
  database: TenantDatabase,
  organizationId: OrganizationId,
  { from, to, publishAt, prefix, status }: How & { from: number; to: number },
): Promise<void> {
  // Known beforehand, so that nothing is looked up among ever more items.
  const each = sql`(select n, 'itm_' || substr(md5(${prefix} || n), 1, 26) as id
    from generate_series(${from}::int, ${to}::int) as n) as each`
  await database.forOrganization({ organizationId }, 'write', async ({ db }) => {
    await sql`insert into app.item (organization_id, id, collection_id, slug, title, title_key, status, publish_at)
      select ${organizationId}, each.id, c.id, ${prefix} || '-' || n, 'Due ' || n, 'due ' || n, ${status}, ${publishAt}
      from ${each}, app.collection as c
      where c.organization_id = ${organizationId} and c.slug = 'articles'`.execute(db)
    await sql`insert into app.item_body (organization_id, item_id, content, content_format, content_html, policy_version)
      select ${organizationId}, id, 'Words.', 'markdown', '<p>Words.</p>', 1 from ${each}`.execute(db)
    await sql`insert into app.item_revision (organization_id, item_id, n, snapshot, author_type)
      select ${organizationId}, id, 1, '{}', 'user' from ${each}`.execute(db)
  })
}

/** How many items are public, and how often each was published: items by the number of revisions that the worker wrote. */
export async function publications(
  database: TenantDatabase,
  organizationId: OrganizationId,
): Promise<{ published: number; byTimes: Record<number, number> }> {
  return database.forOrganization({ organizationId }, 'read', async ({ db }) => {
    const rows = await db
      .selectFrom('item as i')
      .leftJoin('item_revision as r', (join) => join.onRef('r.item_id', '=', 'i.id').on('r.author_type', '=', 'system'))
      .select(['i.status', ({ fn }) => fn.count<number>('r.n').as('times')])
      .groupBy(['i.id', 'i.status'])
      .execute()
    const byTimes: Record<number, number> = {}
    for (const { times } of rows) byTimes[times] = (byTimes[times] ?? 0) + 1
    return { published: rows.filter(({ status }) => status === 'published').length, byTimes }
  })
}
