import type { OperationName } from '#catalog/catalog.ts'
import { addApiKey } from '#areas/account/index.ts'
import { listCollections } from '#areas/collections/operations/list-collections.ts'
import { createAuthor } from '#areas/taxonomies/operations/create-author.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { deleteTaxonomyTerm } from '#areas/taxonomies/operations/delete-taxonomy-term.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { inviteMember } from '#areas/organizations/operations/invite-member.ts'
import type { ItemId, UserId } from '#kernel/ids.ts'
import type { Role } from '#kernel/scope.ts'

import { addGrant, addMember } from './people.ts'
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
  listApprovals: async () => ({ input: { state: 'pending' } }),
  approveCall: async (on) => ({
    input: { approvalId: await newApproval(on) },
    ids: ['approvalId'],
    other: { approvalId: await newApproval(on) },
  }),
  declineCall: async (on) => ({
    input: { approvalId: await newApproval(on), reason: 'Not now' },
    ids: ['approvalId'],
    other: { approvalId: await newApproval(on) },
  }),
  setApprovalPolicy: async () => ({ input: { risks: ['destructive'] }, other: { risks: ['publish'] } }),
  listConnectedAgents: async () => ({ input: { status: 'active' } }),
  listAgentNotices: async () => ({ input: {} }),
  revokeGrant: async (on) => ({
    input: { grantId: await newGrant(on) },
    ids: ['grantId'],
    other: { grantId: await newGrant(on) },
  }),
  changeGrantScopes: async (on) => ({
    input: { grantId: await newGrant(on), scopes: ['content:read'] },
    ids: ['grantId'],
    other: { grantId: await newGrant(on), scopes: ['org:read'] },
  }),
  rotateApiKey: async (on) => ({
    input: { keyId: await newKey(on), overlapHours: 1 },
    ids: ['keyId'],
    other: { keyId: await newKey(on) },
  }),
  setApiKeyDisabled: async (on) => ({
    input: { keyId: await newKey(on), disabled: true },
    ids: ['keyId'],
    other: { keyId: await newKey(on), disabled: true },
  }),
  setKeyPolicy: async () => ({ input: { maxKeyDays: 180 }, other: { maxKeyDays: null } }),
  getProfile: async () => ({ input: {} }),
  updateProfile: async () => ({
    input: { displayName: 'Renamed', notificationPreferences: { jobDone: 'email' } },
    other: { timezone: 'Europe/Berlin' },
  }),
  getBillingStatus: async () => ({ input: {} }),
  listCreditTransactions: async () => ({ input: { reason: 'grant' } }),
  getOnboardingStatus: async () => ({ input: {} }),
  completeOnboardingStep: async () => ({
    input: { step: 'contentMode', state: 'done' },
    other: { step: 'brand', state: 'skipped' },
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

/** A call of an agent that waits for a person. */
async function newApproval(on: Stage): Promise<string> {
  await on.rows(({ db }) =>
    db
      .updateTable('organization_setting')
      .set({ approval_risks: ['destructive'] })
      .execute(),
  )
  const { body } = await on.answerOf(deleteTaxonomyTerm, { termId: await newTag(on) }, { confirm: true })
  await on.rows(({ db }) => db.updateTable('organization_setting').set({ approval_risks: [] }).execute())
  return (JSON.parse(body) as { error: { details: { approvalId: string } } }).error.details.approvalId
}

async function newGrant(on: Stage): Promise<string> {
  return addGrant(on.database, { organizationId: on.access.organization.id, userId: on.access.actor.userId })
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
