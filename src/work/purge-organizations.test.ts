import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { deleteOrganization } from '#areas/organizations/operations/delete-organization.ts'
import { inviteMember } from '#areas/organizations/operations/invite-member.ts'
import { createAuthor } from '#areas/taxonomies/operations/create-author.ts'
import { silentLog } from '#kernel/log.ts'
import { tenantTables } from '#kernel/tables.ts'
import { addKey } from '#test/people.ts'
import { ownDatabase, testDatabase, testFiles } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { purgeOrganizations } from './purge-organizations.ts'

// Deleted organizations are searched for across the whole database.
beforeAll(async () => void (await ownDatabase()))

const hours = (n: number) => new Date(Date.now() + n * 3600_000)

/** An organization whose rows refer to each other, in a circle too. */
async function filled() {
  const staged = await stage()
  const { call, access, database } = staged
  const { author } = await call(createAuthor, { collectionId: 'articles' as never, name: 'Anna' })
  await call(updateCollection, { collectionId: 'articles' as never, defaultAuthorId: author.id })
  const { item } = await call(
    createItem,
    { collectionId: 'articles' as never, title: 'First', content: 'Words.', status: 'published' },
    { confirm: true, idempotencyKey: 'first' },
  )
  await call(updateItem, { id: item.id, slug: 'renamed' }, { confirm: true })
  await call(inviteMember, { email: 'sam@example.com', role: 'viewer' })
  await addKey(database, { organizationId: access.organization.id, userId: access.actor.userId })
  return staged
}

/** How many rows an organization has in each table, the empty ones aside. */
async function rowsOf(organizationId: string): Promise<Record<string, number>> {
  const database = await testDatabase()
  return database.forOrganization({ organizationId }, 'read', async ({ db }) => {
    const counts = [...tenantTables].map(
      (name) => sql`select ${name} as name, count(*)::integer as rows from ${sql.table(`app.${name}`)}`,
    )
    const { rows } = await sql<{ name: string; rows: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
    return Object.fromEntries(rows.filter((table) => table.rows > 0).map((table) => [table.name, table.rows]))
  })
}

async function remove({ call, access }: Awaited<ReturnType<typeof stage>>) {
  const elevatedUntil = hours(1)
  await call(
    deleteOrganization,
    { name: access.organization.name },
    { door: 'app', confirm: true, as: { elevatedUntil } },
  )
}

test('an hour after the deletion no row is left, and the others keep theirs', async () => {
  const database = await testDatabase()
  const parts = { database, files: testFiles(), log: silentLog }
  const [gone, other] = [await filled(), await filled()]
  const [goneId, otherId] = [gone.access.organization.id, other.access.organization.id]
  const before = await rowsOf(otherId)
  expect(Object.keys(await rowsOf(goneId)).toSorted()).toEqual(Object.keys(before).toSorted())
  expect(Object.keys(before).length).toBeGreaterThan(8)
  await remove(gone)
  for (const id of [goneId, otherId]) await parts.files.put(`${id}/med_1/8.webp`, Buffer.from('x'))

  await purgeOrganizations(parts)
  expect(Object.keys(await rowsOf(goneId)).length).toBeGreaterThan(8)
  await purgeOrganizations(parts, () => false, hours(2))

  expect(await rowsOf(goneId)).toEqual({})
  expect(await rowsOf(otherId)).toEqual(before)
  expect(await parts.files.head(`${goneId}/med_1/8.webp`)).toBeUndefined()
  expect(await parts.files.head(`${otherId}/med_1/8.webp`)).toEqual({ bytes: 1 })
  const rest = await database.asIdentity(async (db) => ({
    organization: await db
      .selectFrom('auth.organizations')
      .select(['id', 'slug', 'name'])
      .where('id', '=', goneId)
      .execute(),
    keys: await db.selectFrom('auth.api_keys').select('id').where('organization_id', '=', goneId).execute(),
    invitations: await db.selectFrom('auth.invitations').select('id').where('organization_id', '=', goneId).execute(),
  }))
  expect(rest).toEqual({
    organization: [{ id: goneId, slug: goneId, name: 'A deleted organization' }],
    keys: [],
    invitations: [],
  })
})

test('an organization that cannot be purged is named in the log, and keeps no other from its turn', async () => {
  const database = await testDatabase()
  const [bad, good] = [await filled(), await filled()]
  for (const one of [bad, good]) await remove(one)
  const [badId, goodId] = [bad.access.organization.id, good.access.organization.id]
  const asOwner = (text: string) => database.asOwner((connection) => connection.send(text))
  await asOwner(`create function app.no_delete() returns trigger language plpgsql as $$ begin raise 'held'; end $$;
    create trigger no_delete before delete on app.item for each row when (old.organization_id = '${badId}') execute function app.no_delete()`)
  const failed: unknown[] = []
  const log = { ...silentLog, error: ({ organizationId }: Record<string, unknown>) => void failed.push(organizationId) }

  await purgeOrganizations({ database, files: testFiles(), log }, () => false, hours(2))
  await asOwner('drop trigger no_delete on app.item; drop function app.no_delete()')

  expect(failed).toEqual([badId])
  expect(await rowsOf(goodId)).toEqual({})
})

test('two nodes at once, and a round that was cut off, do no harm', async () => {
  const parts = { database: await testDatabase(), files: testFiles(), log: silentLog }
  const gone = await filled()
  await remove(gone)

  await purgeOrganizations(parts, () => true, hours(2))
  await Promise.all([1, 2].map(() => purgeOrganizations(parts, () => false, hours(2))))

  expect(await rowsOf(gone.access.organization.id)).toEqual({})
})
