import { sql } from 'kysely'

import { addApiKey } from '#areas/account/keys/api-keys.ts'
import { setApprovalPolicy } from '#areas/approvals/operations/set-approval-policy.ts'
import { listCollections } from '#areas/collections/operations/list-collections.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { requestEdit } from '#areas/content/operations/request-edit.ts'
import { requestItemReview } from '#areas/content/operations/request-item-review.ts'
import { stageRevision } from '#areas/content/revisions/revisions.ts'
import { lockWorld } from '#areas/items/stored/world.ts'
import { createContextEntry } from '#areas/library/operations/create-context-entry.ts'
import { inviteMember } from '#areas/organizations/operations/invite-member.ts'
import { createRedirect } from '#areas/seo/operations/create-redirect.ts'
import { createAuthor } from '#areas/taxonomies/operations/create-author.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { deleteTaxonomyTerm } from '#areas/taxonomies/operations/delete-taxonomy-term.ts'
import { createBlogTopic } from '#areas/topics/operations/create-blog-topic.ts'
import { reviewTopics } from '#areas/topics/operations/review-topics.ts'
import { type ItemId, newId, type UserId } from '#kernel/ids.ts'
import { type AnyOperation, idempotencyOf } from '#kernel/operation.ts'
import type { Role } from '#kernel/scope.ts'

import { addGrant, addMember } from './people.ts'
import type { Stage } from './stage.ts'

// The records that sample calls name, each created for one call.

let made = 0

/** A number that no other sample has. */
export const nextNumber = () => ++made

/** An idempotency key for a call of an operation that needs one. */
export function newCallKey(op: AnyOperation): { idempotencyKey?: string } {
  return idempotencyOf(op) === 'required' ? { idempotencyKey: `sample-${nextNumber()}` } : {}
}

export async function newItem(
  on: Stage,
  state: { published?: true; scheduled?: true; trashed?: true } = {},
): Promise<ItemId> {
  const { item } = await on.call(
    createItem,
    {
      collectionId: 'articles' as never,
      title: `Sample ${nextNumber()}`,
      content: 'Words.',
      ...(state.published ? { status: 'published' } : {}),
      ...(state.scheduled ? { status: 'scheduled', publishAt: inAnHour() } : {}),
    },
    { confirm: true },
  )
  if (state.trashed)
    await on.rows(({ db }) =>
      db.updateTable('item').set({ trashed_at: new Date() }).where('id', '=', item.id).execute(),
    )
  return item.id
}

export const inAnHour = () => new Date(Date.now() + 3600_000).toISOString()

export async function newReview(on: Stage): Promise<ItemId> {
  const itemId = await newItem(on)
  await on.call(requestItemReview, { id: itemId, reviewerUserIds: [await newMember(on, 'editor')] })
  return itemId
}

/** An edit request that is open, about an item or about a new one. */
export async function newEditRequest(on: Stage, itemId?: ItemId): Promise<string> {
  const input = { itemId: itemId ?? (await newItem(on)), request: `Shorten it, ${nextNumber()}` }
  return (await on.call(requestEdit, input)).editRequest.id
}

export async function newEntry(on: Stage): Promise<string> {
  return (await on.call(createContextEntry, { kind: 'fact', title: `Fact ${nextNumber()}`, body: 'Words.' })).entry.id
}

export async function newTopic(on: Stage): Promise<string> {
  return (await on.call(createBlogTopic, newTopicInput('articles') as never)).topic.id
}

export const newTopicInput = (collectionPresetId: string) => ({
  topic: `Topic ${nextNumber()}`,
  primaryKeyword: `keyword ${nextNumber()}`,
  angle: 'What others leave out',
  collectionPresetId,
})

export const newDraft = () => ({
  title: `Draft ${nextNumber()}`,
  content: 'Words.',
  tldr: 'Few words.',
  seoTitle: 'A draft of a sample',
  metaDescription: 'What a sample says of itself.',
})

export async function newDuplicates(on: Stage) {
  const [winnerId, duplicate] = [await newItem(on, { published: true }), await newItem(on, { published: true })]
  return { winnerId, duplicateIds: [duplicate], rewriteReferences: true, createRedirects: true }
}

export async function newRedirect(on: Stage): Promise<string> {
  const input = { fromPath: `/old-${nextNumber()}`, toUrl: 'https://elsewhere.example/new' }
  return (await on.call(createRedirect, input, { confirm: true })).redirect.id
}

export async function articlesOf(on: Stage): Promise<string> {
  const row = await on.rows(({ db }) =>
    db.selectFrom('collection').select('id').where('slug', '=', 'articles').executeTakeFirstOrThrow(),
  )
  return row.id
}

export async function newTag(on: Stage): Promise<string> {
  return (await on.call(createTaxonomyTerm, { taxonomy: 'tag', name: `Tag ${nextNumber()}` })).term.id
}

export async function newAuthor(on: Stage): Promise<string> {
  return (await on.call(createAuthor, { collectionId: 'articles' as never, name: `Author ${nextNumber()}` })).author.id
}

export function newMember(on: Stage, role: Role = 'author'): Promise<UserId> {
  return addMember(on.database, on.access.organization.id, role)
}

export async function newInvitation(on: Stage): Promise<string> {
  return (await on.call(inviteMember, { email: `guest-${nextNumber()}@example.com`, role: 'author' })).invitation.id
}

export async function newRecord(on: Stage): Promise<string> {
  const { body } = await on.answerOf(listCollections, {})
  return (JSON.parse(body) as { requestId: string }).requestId
}

/** The request of a call that changed something. */
export async function newChange(on: Stage): Promise<string> {
  const { body } = await on.answerOf(createTaxonomyTerm, { taxonomy: 'tag', name: `Changed ${nextNumber()}` })
  return (JSON.parse(body) as { requestId: string }).requestId
}

/** A call of an agent that waits for a person. */
export async function newApproval(on: Stage): Promise<string> {
  await on.call(setApprovalPolicy, { risks: ['destructive'] }, on.inPerson())
  const { body } = await on.answerOf(deleteTaxonomyTerm, { termId: await newTag(on) }, { confirm: true })
  await on.call(setApprovalPolicy, { risks: [] }, on.inPerson())
  // Whatever the policy is by now, as one of a release that did not keep the reason.
  await on.rows(({ db }) =>
    db
      .updateTable('call_approval')
      .set({ caller: sql<never>`caller - 'waitsUnder'` })
      .execute(),
  )
  return (JSON.parse(body) as { error: { details: { approvalId: string } } }).error.details.approvalId
}

export async function newGrant(on: Stage): Promise<string> {
  return addGrant(on.database, { organizationId: on.access.organization.id, userId: on.access.actor.userId })
}

export async function newKey(on: Stage): Promise<string> {
  return on.rows(
    async ({ db }) =>
      (
        await addApiKey(db, {
          name: `Key ${nextNumber()}`,
          scopes: ['content:read'],
          expiresAt: new Date(Date.now() + 86_400_000),
          now: new Date(),
        })
      ).id,
  )
}

export async function newJob({ rows, access }: Stage): Promise<string> {
  const id = newId('job')
  await rows(({ db }) =>
    db
      .insertInto('job')
      .values({
        id,
        kind: 'job of a sample',
        scope: 'content:read',
        input: '{}',
        actor: JSON.stringify(access.actor),
        user_id: access.actor.userId,
        request_id: newId('request'),
      })
      .execute(),
  )
  return id
}

export async function newComparison(on: Stage): Promise<string> {
  const { item } = await on.call(createItem, {
    collectionId: 'articles' as never,
    title: `Comparison ${nextNumber()}`,
    content: '## Rival\n\nSee [their page](https://rival.example/).',
  })
  return item.id
}

/** A delivery that was given up. */
export async function newDelivery(on: Stage): Promise<string> {
  const id = newId('delivery')
  await on.rows(({ db }) =>
    db
      .insertInto('delivery')
      .values({
        id,
        message_id: newId('message'),
        endpoint: 'endpoint',
        url: 'https://www.example.com/api/revalidate',
        reason: 'updated',
        subjects: [],
        body: '{}',
        state: 'exhausted',
      })
      .execute(),
  )
  return id
}

/** A topic that waits for its article. */
export async function newApprovedTopic(on: Stage): Promise<string> {
  const id = await newTopic(on)
  await on.call(reviewTopics, { ids: [id as never], decision: 'approve' })
  return id
}

/** An item with a rewrite that waits as revision 2. */
export async function newRewritten(on: Stage, changes: Record<string, unknown> = { content: 'Other words.' }) {
  const id = await newItem(on)
  const authorship = { actor: on.access.actor, requestId: newId('request'), now: new Date() }
  await on.rows(async ({ db }) => stageRevision(db, await lockWorld(db, id), changes, authorship))
  return id
}
