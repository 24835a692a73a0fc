import { sql } from 'kysely'

import type { OperationName } from '#catalog/catalog.ts'
import { addApiKey } from '#areas/account/index.ts'
import { listCollections } from '#areas/collections/operations/list-collections.ts'
import { createAuthor } from '#areas/taxonomies/operations/create-author.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { inviteMember } from '#areas/organizations/operations/invite-member.ts'
import type { ItemId, UserId } from '#kernel/ids.ts'
import type { Role } from '#kernel/scope.ts'

import { addMember } from './people.ts'
import type { stage } from './stage.ts'

type Stage = Awaited<ReturnType<typeof stage>>
type Sample = {
  /** An input that the operation accepts on this stage. */
  input: Record<string, unknown>
  /** The fields of it that name records of the organization. */
  ids?: readonly string[]
  /** The same call with another, valid input. */
  other?: Record<string, unknown>
}

/** A valid call of every operation: an operation without one does not compile. */
export const samples: Record<OperationName, (on: Stage) => Promise<Sample>> = {
  createApiKey: async () => ({ input: { name: 'Key of a sample', scopes: ['content:read'] } }),
  listApiKeys: async () => ({ input: {} }),
  revokeApiKey: async (on) => ({
    input: { keyId: await newKey(on) },
    ids: ['keyId'],
    other: { keyId: await newKey(on) },
  }),
  getOrganization: async () => ({ input: {} }),
  getOrganizationSettings: async () => ({ input: {} }),
  updateOrganizationSettings: async () => ({ input: { name: 'Renamed' }, other: { timezone: 'Europe/Berlin' } }),
  listMembers: async () => ({ input: {} }),
  updateMemberRole: async (on) => ({
    input: { userId: await newMember(on), role: 'editor' },
    ids: ['userId'],
    other: { userId: await newMember(on), role: 'viewer' },
  }),
  removeMember: async (on) => ({
    input: { userId: await newMember(on), reassignContentTo: await newMember(on) },
    ids: ['userId', 'reassignContentTo'],
    other: { userId: await newMember(on) },
  }),
  listInvitations: async () => ({ input: { status: 'pending' } }),
  inviteMember: async () => ({
    input: { email: `guest-${++made}@example.com`, role: 'author', message: 'Welcome.' },
    other: { email: `guest-${++made}@example.com`, role: 'viewer' },
  }),
  resendInvitation: async (on) => ({
    input: { invitationId: await newInvitation(on) },
    ids: ['invitationId'],
    other: { invitationId: await newInvitation(on) },
  }),
  cancelInvitation: async (on) => ({
    input: { invitationId: await newInvitation(on) },
    ids: ['invitationId'],
    other: { invitationId: await newInvitation(on) },
  }),
  leaveOrganization: async (on) => {
    await newMember(on, 'owner')
    return { input: {} }
  },
  transferOwnership: async (on) => ({
    input: { userId: await newMember(on) },
    ids: ['userId'],
    other: { userId: await newMember(on) },
  }),
  deleteOrganization: async () => ({ input: { name: 'Organization of the test' }, other: { name: 'Another' } }),
  getConnectorState: async () => ({ input: {} }),
  listAgentAuditLog: async () => ({ input: { status: 'succeeded' } }),
  getAgentAuditRecord: async (on) => ({ input: { requestId: await newRecord(on) }, ids: ['requestId'] }),
  listCollections: async () => ({ input: { includeDisabled: true } }),
  createCollection: async () => ({
    input: { name: 'Recipes', slug: 'recipes', kind: 'custom' },
    other: { name: 'Guides', slug: 'guides', kind: 'custom' },
  }),
  updateCollection: async (on) => ({
    input: { collectionId: await articlesOf(on), name: 'Posts' },
    ids: ['collectionId'],
    other: { collectionId: await articlesOf(on), name: 'News' },
  }),
  listTaxonomyTerms: async () => ({ input: { taxonomy: 'tag' } }),
  createTaxonomyTerm: async () => ({
    input: { taxonomy: 'tag', name: 'Sample' },
    other: { taxonomy: 'category', name: 'Sample' },
  }),
  updateTaxonomyTerm: async (on) => ({
    input: { termId: await newTag(on), name: 'Renamed' },
    ids: ['termId'],
    other: { termId: await newTag(on), name: 'Renamed' },
  }),
  deleteTaxonomyTerm: async (on) => ({
    input: { termId: await newTag(on) },
    ids: ['termId'],
    other: { termId: await newTag(on) },
  }),
  listAuthors: async () => ({ input: {} }),
  createAuthor: async (on) => ({
    input: { collectionId: await articlesOf(on), name: 'Pen name' },
    ids: ['collectionId'],
    other: { collectionId: await articlesOf(on), name: 'Another pen name' },
  }),
  updateAuthor: async (on) => ({
    input: { authorId: await newAuthor(on), name: 'Renamed' },
    ids: ['authorId'],
    other: { authorId: await newAuthor(on), name: 'Renamed' },
  }),
  deleteAuthor: async (on) => ({
    input: { authorId: await newAuthor(on) },
    ids: ['authorId'],
    other: { authorId: await newAuthor(on) },
  }),
  createItem: async (on) => ({
    input: { collectionId: await articlesOf(on), title: 'A sample', content: 'Words.' },
    ids: ['collectionId'],
    other: { collectionId: 'articles', title: 'Another sample' },
  }),
  getItem: async (on) => ({ input: { id: await newItem(on) }, ids: ['id'] }),
  listItems: async () => ({ input: { status: 'draft' } }),
  listManagerItems: async () => ({ input: { search: 'sample' } }),
  updateItem: async (on) => ({
    input: { id: await newItem(on), title: 'A changed sample' },
    ids: ['id'],
    other: { id: await newItem(on), title: 'Changed otherwise' },
  }),
  deleteItem: async (on) => ({ input: { id: await newItem(on) }, ids: ['id'], other: { id: await newItem(on) } }),
  restoreItem: async (on) => ({
    input: { id: await newItem(on, { trashed: true }) },
    ids: ['id'],
    other: { id: await newItem(on, { trashed: true }) },
  }),
  publishItem: async (on) => ({ input: { id: await newItem(on) }, ids: ['id'], other: { id: await newItem(on) } }),
  unpublishItem: async (on) => ({
    input: { id: await newItem(on, { published: true }) },
    ids: ['id'],
    other: { id: await newItem(on, { published: true }) },
  }),
}

let made = 0

async function newItem(on: Stage, state: { published?: true; trashed?: true } = {}): Promise<ItemId> {
  const { item } = await on.call(
    createItem,
    {
      collectionId: 'articles' as never,
      title: `Sample ${++made}`,
      content: 'Words.',
      ...(state.published ? { status: 'published' } : {}),
    },
    { confirm: true },
  )
  if (state.trashed)
    await on.rows(({ db }) =>
      db.updateTable('item').set({ trashed_at: new Date() }).where('id', '=', item.id).execute(),
    )
  return item.id
}

async function articlesOf(on: Stage): Promise<string> {
  const row = await on.rows(({ db }) =>
    db.selectFrom('collection').select('id').where('slug', '=', 'articles').executeTakeFirstOrThrow(),
  )
  return row.id
}

async function newTag(on: Stage): Promise<string> {
  return (await on.call(createTaxonomyTerm, { taxonomy: 'tag', name: `Tag ${++made}` })).term.id
}

async function newAuthor(on: Stage): Promise<string> {
  return (await on.call(createAuthor, { collectionId: 'articles' as never, name: `Author ${++made}` })).author.id
}

function newMember(on: Stage, role: Role = 'author'): Promise<UserId> {
  return addMember(on.database, on.access.organization.id, role)
}

async function newInvitation(on: Stage): Promise<string> {
  return (await on.call(inviteMember, { email: `guest-${++made}@example.com`, role: 'author' })).invitation.id
}

async function newRecord(on: Stage): Promise<string> {
  const { body } = await on.answerOf(listCollections, {})
  return (JSON.parse(body) as { requestId: string }).requestId
}

async function newKey(on: Stage): Promise<string> {
  return on.rows(
    async ({ db }) =>
      (
        await addApiKey(db, {
          name: `Key ${++made}`,
          scopes: ['content:read'],
          expiresAt: new Date(Date.now() + 86_400_000),
          now: new Date(),
        })
      ).id,
  )
}

/** A checksum of every row of an organization but its audit records and idempotency keys. */
export async function fingerprint(on: Stage): Promise<string> {
  return on.rows(async ({ db }) => {
    const tables = [
      'collection',
      'item',
      'item_body',
      'item_term',
      'item_revision',
      'item_search',
      'media',
      'organization_setting',
      'redirect',
      'term',
    ]
    const sums = tables.map(
      (table) =>
        sql`select ${table} as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${sql.table(`app.${table}`)} t where organization_id = app.org()`,
    )
    const { rows } = await sql<{ name: string; sum: string }>`${sql.join(sums, sql` union all `)} union all
      select 'api_keys', md5(coalesce(string_agg(k.id || coalesce(k.revoked_at::text, ''), '|' order by k.id), '')) from auth.api_keys k
      union all
      select 'members', md5(coalesce(string_agg(m::text, '|' order by m.user_id), '')) from auth.memberships m
      union all
      select 'invitations', md5(coalesce(string_agg(concat(i.id, i.version, i.expires_at, i.canceled_at), '|' order by i.id), '')) from auth.invitations i
      union all
      select 'organization', md5(coalesce(string_agg(o::text, '|'), '')) from auth.organizations o
      order by 1`.execute(db)
    return rows.map(({ name, sum }) => `${name} ${sum}`).join('\n')
  })
}
