import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

import { listAgentAuditLog } from '#areas/agent-audit/operations/list-agent-audit-log.ts'
import { createCollection } from '#areas/collections/operations/create-collection.ts'
import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { inviteMember } from '#areas/organizations/operations/invite-member.ts'
import { removeMember } from '#areas/organizations/operations/remove-member.ts'
import { resendInvitation } from '#areas/organizations/operations/resend-invitation.ts'
import { updateMemberRole } from '#areas/organizations/operations/update-member-role.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { deleteTaxonomyTerm } from '#areas/taxonomies/operations/delete-taxonomy-term.ts'
import { listTaxonomyTerms } from '#areas/taxonomies/operations/list-taxonomy-terms.ts'
import { updateTaxonomyTerm } from '#areas/taxonomies/operations/update-taxonomy-term.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { newMember } from '#test/sample-records.ts'
import { stage } from '#test/stage.ts'

import { approveCall } from './operations/approve-call.ts'
import { declineCall } from './operations/decline-call.ts'
import { listApprovals } from './operations/list-approvals.ts'
import { setApprovalPolicy } from './operations/set-approval-policy.ts'

type Stage = Awaited<ReturnType<typeof stage>>
type Asked = { approvalId: string; approvalUrl: string; expiresAt: string }

let on: Stage
let termId: string

const remove = (options: object = {}) => on.answerOf(deleteTaxonomyTerm, { termId }, { confirm: true, ...options })
const termIsThere = () =>
  on.rows(async ({ db }) => (await db.selectFrom('term').select('id').where('id', '=', termId).execute()).length === 1)
const errorOf = ({ body }: { body: string }) =>
  (JSON.parse(body) as { error: { code: string; message: string; details: Asked } }).error
const ask = async (options: object = {}) => errorOf(await remove(options)).details

beforeEach(async () => {
  on = await stage()
  termId = (await on.call(createTaxonomyTerm, { taxonomy: 'tag', name: 'Old' })).term.id
  await on.call(setApprovalPolicy, { risks: ['destructive'] }, on.inPerson())
})

describe('a risk that needs a person', () => {
  test('is named by the title of its operation, in the list, in what a person decides and in the log', async () => {
    const { approvalId } = await ask()
    const title = 'Delete a category or tag: Old'
    const { items } = await on.call(listApprovals, {}, on.inPerson())
    expect(items).toMatchObject([{ title }])

    const { approval } = await on.call(approveCall, { approvalId: approvalId as never }, on.inPerson())

    expect(approval.title).toBe(title)
    const log = await on.call(listAgentAuditLog, {}, on.inPerson())
    expect(log.items.map(({ sentence }) => sentence)).toContain(`Approved a call of an agent: “${title}”`)
    expect((await on.call(listApprovals, {}, on.inPerson())).items).toMatchObject([{ state: 'approved', title }])
  })

  test('is found by the words of its operation and by what it is about', async () => {
    await ask()
    const found = async (search: string) => (await on.call(listApprovals, { search }, on.inPerson())).total

    expect(await found('taxonomy term')).toBe(1)
    expect(await found('old')).toBe(1)
    expect(await found('new')).toBe(0)
  })

  test('needs of a person the scopes that this very call needs', async () => {
    await on.call(setApprovalPolicy, { risks: ['publish'] }, on.inPerson())
    await on.call(updateOrganizationSettings, { publishingPolicy: { confirmLiveEdits: true } }, on.inPerson())
    const given = { collectionId: 'articles' as never, title: 'Live', status: 'published' } as const
    const { item } = await on.call(createItem, given, { confirm: true, ...on.inPerson() })
    const change = (input: object) => on.answerOf(updateItem, { id: item.id, ...input }, { confirm: true })
    const needed = async () => {
      const rows = await on.rows(({ db }) => db.selectFrom('call_approval').select('scopes').orderBy('id').execute())
      return rows.map(({ scopes }) => scopes)
    }

    expect((await change({ title: 'An edit of what is live' })).status).toBe(428)
    expect(await needed()).toEqual([['content:write']])

    expect((await change({ status: 'draft' })).status).toBe(428)
    expect(await needed()).toEqual([['content:write'], ['content:write', 'content:publish']])
  })

  test('lets a complete call wait, and changes nothing', async () => {
    const answer = await remove()
    const { code, details } = errorOf(answer)

    expect([answer.status, code]).toEqual([428, 'confirmation_required'])
    expect(details.approvalUrl).toBe(
      `https://masthead.test/o/${on.access.organization.slug}/approvals/${details.approvalId}`,
    )
    expect(Date.parse(details.expiresAt) - Date.now()).toBeGreaterThan(23.9 * 3600_000)
    expect(await termIsThere()).toBe(true)
  })

  test('asks once for the same call, however often it is repeated at once', async () => {
    const asked = await Promise.all([ask(), ask(), ask()])

    expect(new Set(asked.map(({ approvalId }) => approvalId)).size).toBe(1)
  })

  test('says what the call would do, when it asks and while it waits', async () => {
    const [asked, waits] = [await ask(), await ask()]

    expect(asked).toMatchObject({
      operation: 'deleteTaxonomyTerm',
      wouldDo: deleteTaxonomyTerm.summary,
      effect: { affectedItems: 0, reassignedTo: null },
    })
    expect(waits).toEqual(asked)
  })

  test('belongs to the key of the call, where it has one', async () => {
    const keyed = (idempotencyKey: string) => remove({ idempotencyKey })
    const { approvalId } = errorOf(await keyed('first')).details
    await on.call(approveCall, { approvalId: approvalId as never }, on.inPerson())

    for (const other of [await keyed('second'), await remove()])
      expect(errorOf(other).details.approvalId).not.toBe(approvalId)
    expect(await termIsThere()).toBe(true)
    expect((await keyed('first')).status).toBe(200)
    expect(await termIsThere()).toBe(false)
  })

  test('asked for without a key is good for a repeat with one', async () => {
    const { approvalId } = await ask()
    expect((await ask({ idempotencyKey: 'late' })).approvalId).toBe(approvalId)
    await on.call(approveCall, { approvalId: approvalId as never }, on.inPerson())

    expect((await remove({ idempotencyKey: 'late' })).status).toBe(200)
  })

  test('shows the call without a credential that its agent put into it', async () => {
    const secret = `mh_sk_${'7a'.repeat(18)}`
    const { item } = await on.call(createItem, { collectionId: 'articles' as never, title: 'Old' })
    await on.answerOf(deleteItem, { id: item.id, note: `with ${secret}` }, { confirm: true })

    const { items } = await on.call(listApprovals, {}, on.inPerson())

    expect(items[0]?.untrusted.input).toEqual({ id: item.id, note: 'with mh_sk_[redacted]' })
  })

  test('asks nobody for a call that is not confirmed, rehearsed, impossible, or a person’s own', async () => {
    expect(errorOf(await remove({ confirm: false })).details).not.toHaveProperty('approvalId')
    expect((await remove({ confirm: false, dryRun: true })).status).toBe(200)
    expect(errorOf(await on.answerOf(deleteTaxonomyTerm, { termId: 'tag_unknown' }, { confirm: true })).code).toBe(
      'not_found',
    )
    expect((await remove(on.inPerson())).status).toBe(200)
    expect((await on.call(listApprovals, {}, on.inPerson())).total).toBe(0)
  })

  test('runs the approved call once, and only that one', async () => {
    const { approvalId } = await ask()
    await on.call(approveCall, { approvalId: approvalId as never }, on.inPerson())

    expect(
      errorOf(await on.answerOf(deleteTaxonomyTerm, { termId, reassignToId: termId }, { confirm: true })).code,
    ).not.toBe(undefined)
    expect(await termIsThere()).toBe(true)
    expect(errorOf(await remove({ as: { principal: 'another agent' } })).details.approvalId).not.toBe(approvalId)
    expect((await remove()).status).toBe(200)
    expect(await termIsThere()).toBe(false)
    const { items } = await on.call(listApprovals, { approvalId: approvalId as never }, on.inPerson())
    expect(items[0]).toMatchObject({ state: 'used', decidedBy: on.access.actor.userId, mayDecide: false })
    expect(items[0]?.usedRequestId).toMatch(/^req_/)
  })

  test('answers a declined call with the reason', async () => {
    const { approvalId } = await ask()
    await on.call(declineCall, { approvalId: approvalId as never, reason: 'It is still linked' }, on.inPerson())
    const answer = await remove()

    expect([answer.status, errorOf(answer).code]).toEqual([409, 'approval_declined'])
    expect(errorOf(answer).message).toContain('It is still linked')
    expect(await termIsThere()).toBe(true)
  })

  test('asks again when a decision came too late', async () => {
    const { approvalId } = await ask()
    await on.rows(({ db }) =>
      db
        .updateTable('call_approval')
        .set({ expires_at: new Date(0) })
        .execute(),
    )

    await expect(on.call(approveCall, { approvalId: approvalId as never }, on.inPerson())).rejects.toMatchObject({
      code: 'invalid_transition',
      details: { state: 'expired' },
    })
    expect((await ask()).approvalId).not.toBe(approvalId)
  })

  test('is decided by nobody who could not do the call', async () => {
    const { approvalId } = await ask()
    const author = {
      door: 'app' as const,
      as: { ...on.inPerson().as, role: 'author', scopes: ['content:read'] } as never,
    }

    await expect(on.call(approveCall, { approvalId: approvalId as never }, author)).rejects.toMatchObject({
      code: 'role_forbidden',
    })
    expect((await on.call(listApprovals, {}, author)).items[0]?.mayDecide).toBe(false)
  })

  test('shows the person what the call would do, as text of somebody else', async () => {
    await ask()
    const { items, policy } = await on.call(listApprovals, { state: 'pending' }, on.inPerson())

    expect(policy).toEqual(['destructive'])
    expect(items[0]).toMatchObject({
      operation: 'deleteTaxonomyTerm',
      mayDecide: true,
      untrusted: { source: 'key of the test', input: { termId }, effect: { affectedItems: 0, reassignedTo: null } },
    })
  })
})

describe('a policy of more than risks', () => {
  const tag = (options: object = {}) => on.answerOf(createTaxonomyTerm, { taxonomy: 'tag', name: 'New' }, options)
  const invite = (role: string, options: object = {}) =>
    on.answerOf(inviteMember, { email: 'sam@example.com', role }, options)
  const setPolicy = (risks: ('write' | 'member_changes' | 'destructive')[]) =>
    on.call(setApprovalPolicy, { risks }, on.inPerson())

  test('lets every write wait, with and without confirm, and no read or rehearsal', async () => {
    await setPolicy(['write'])

    const asked = errorOf(await tag())
    expect(asked).toMatchObject({ code: 'confirmation_required', details: { approvalId: expect.any(String) } })
    expect(errorOf(await tag({ confirm: true })).details.approvalId).toBe(asked.details.approvalId)
    expect(errorOf(await remove()).details).toHaveProperty('approvalId')
    expect((await tag({ dryRun: true })).status).toBe(200)
    expect((await tag(on.inPerson())).status).toBe(200)
    expect((await on.answerOf(listTaxonomyTerms, { taxonomy: 'tag' })).status).toBe(200)
    const { items } = await on.call(listApprovals, { approvalId: asked.details.approvalId as never }, on.inPerson())
    expect(items[0]).toMatchObject({ operation: 'createTaxonomyTerm', risk: 'write' })
  })

  test('lets changes of members wait, and nothing else', async () => {
    await setPolicy(['member_changes'])

    const { approvalId } = errorOf(await invite('author')).details
    expect((await tag()).status).toBe(200)
    await on.call(approveCall, { approvalId: approvalId as never }, on.inPerson())
    expect((await invite('author')).status).toBe(200)
    const userId = await newMember(on)
    for (const [op, input] of [
      [updateMemberRole, { userId, role: 'editor' }],
      [removeMember, { userId }],
    ] as const)
      expect(errorOf(await on.answerOf(op, input, { confirm: true })).details).toHaveProperty('approvalId')
  })

  test('counts an invitation of an admin as destructive, which its agent must confirm', async () => {
    expect((await invite('author', { dryRun: true })).status).toBe(200)
    expect(errorOf(await invite('admin')).details).not.toHaveProperty('approvalId')
    expect(errorOf(await invite('admin')).code).toBe('confirmation_required')

    const { approvalId } = errorOf(await invite('admin', { confirm: true })).details

    const { items } = await on.call(listApprovals, { approvalId: approvalId as never }, on.inPerson())
    expect(items[0]).toMatchObject({ operation: 'inviteMember', risk: 'destructive' })
    expect((await invite('author')).status).toBe(200)
  })

  test('counts an admin’s invitation that is sent again as destructive, too', async () => {
    const invited = async (role: string) => {
      const answer = await on.call(inviteMember, { email: `${role}@example.com`, role: role as 'admin' }, person)
      return answer.invitation.id
    }
    const person = { ...on.inPerson(), confirm: true }
    const [admin, author] = [await invited('admin'), await invited('author')]
    const resend = (invitationId: string) => on.answerOf(resendInvitation, { invitationId }, { confirm: true })

    expect(errorOf(await resend(admin)).details).toHaveProperty('approvalId')
    expect((await resend(author)).status).toBe(200)
  })
})

test('the log says of a call that waited what became of it', async () => {
  const logged = async (approvalState?: 'pending' | 'used') => {
    const asked = { operation: 'deleteTaxonomyTerm', status: ['waiting' as const] }
    const { items } = await on.call(listAgentAuditLog, { ...asked, ...(approvalState ? { approvalState } : {}) })
    return items.map((record) => record.approvalState)
  }
  const { approvalId } = await ask({ idempotencyKey: 'k' })
  expect(await logged('pending')).toEqual(['pending'])
  await on.call(approveCall, { approvalId: approvalId as never }, on.inPerson())
  expect(await logged()).toEqual(['approved'])

  await remove({ idempotencyKey: 'k' })

  expect([await termIsThere(), await logged(), await logged('pending')]).toEqual([false, ['used'], []])
})

test('without a policy the agent’s own confirmation is enough', async () => {
  await on.call(setApprovalPolicy, { risks: [] }, on.inPerson())

  expect((await remove()).status).toBe(200)
})

test('a hundred calls of an agent wait, and room is there again once one is decided', async () => {
  await on.call(setApprovalPolicy, { risks: ['write'] }, on.inPerson())
  const tag = (key: string, options: object = {}) =>
    on.answerOf(createTaxonomyTerm, { taxonomy: 'tag', name: key }, { idempotencyKey: key, ...options })
  const { approvalId } = errorOf(await tag('first')).details
  await on.rows(({ db }) =>
    sql`insert into app.call_approval (organization_id, id, principal, user_id, operation, risk, scopes, role, input_hash,
        input, effect, caller, request_id, expires_at)
      select organization_id, 'apr_' || n, principal, user_id, operation, risk, scopes, role, sha256(n::text::bytea),
        input, effect, caller, request_id, expires_at
      from app.call_approval, generate_series(1, 99) n`.execute(db),
  )

  const refused = await tag('one more')
  const again = errorOf(await tag('first')).details.approvalId
  const ofAnother = await tag('one more', { as: { principal: 'another agent' } })
  await on.call(declineCall, { approvalId: approvalId as never }, on.inPerson())

  expect([refused.status, errorOf(refused).code, again]).toEqual([429, 'rate_limited', approvalId])
  expect([ofAnother.status, (await tag('one more')).status]).toEqual([428, 428])
})

test('what takes a whole collection off the public, or moves it, counts as a publication', async () => {
  const { collection } = await on.call(createCollection, { name: 'News', slug: 'news', kind: 'custom' })
  await on.call(setApprovalPolicy, { risks: ['publish'] }, on.inPerson())
  const statusOf = async (op: AnyOperation, input: object) => (await on.answerOf(op, input)).status
  const update = (fields: object) => statusOf(updateCollection, { collectionId: collection.id, ...fields })
  const settings = (fields: object) => statusOf(updateOrganizationSettings, fields)

  expect([await update({ enabled: false }), await update({ urlTemplate: '/n/{slug}' })]).toEqual([428, 428])
  expect([
    await settings({ siteUrl: 'https://elsewhere.example' }),
    await settings({ timezone: 'Asia/Tokyo' }),
    await settings({ urlTemplates: { articles: '/a/{slug}' } }),
  ]).toEqual([428, 428, 428])
  expect([await update({ name: 'Newer' }), await settings({ locale: 'en-GB' })]).toEqual([200, 200])
})

test('what moves the items of a category counts as a publication; tags are in no address', async () => {
  const newTerm = async (taxonomy: 'category' | 'tag', name: string) =>
    (await on.call(createTaxonomyTerm, { taxonomy, name })).term.id
  const [news, old] = [await newTerm('category', 'News'), await newTerm('category', 'Past')]
  await on.call(setApprovalPolicy, { risks: ['publish'] }, on.inPerson())
  const statusOf = async (op: AnyOperation, input: object) => (await on.answerOf(op, input, { confirm: true })).status

  expect([
    await statusOf(updateTaxonomyTerm, { termId: news, slug: 'latest' }),
    await statusOf(deleteTaxonomyTerm, { termId: old, reassignToId: news }),
  ]).toEqual([428, 428])
  expect([
    await statusOf(updateTaxonomyTerm, { termId: news, name: 'The news' }),
    await statusOf(updateTaxonomyTerm, { termId, slug: 'former' }),
    await statusOf(deleteTaxonomyTerm, { termId, reassignToId: await newTerm('tag', 'Other') }),
  ]).toEqual([200, 200, 200])
  await on.call(setApprovalPolicy, { risks: ['destructive'] }, on.inPerson())
  expect(await statusOf(deleteTaxonomyTerm, { termId: old, reassignToId: news })).toBe(428)
})

describe('the queue of a call', () => {
  test('says where it stands among those that wait for a person, oldest first, and what comes before and after', async () => {
    const asked = []
    for (const name of ['One', 'Two', 'Three']) {
      termId = (await on.call(createTaxonomyTerm, { taxonomy: 'tag', name })).term.id
      asked.push((await ask()).approvalId)
    }
    const [first = '', second = '', third = ''] = asked
    const queueOf = async (approvalId: string) =>
      (await on.call(listApprovals, { approvalId: approvalId as never }, on.inPerson())).queue
    const listed = await on.call(listApprovals, { state: 'pending' }, on.inPerson())

    expect(listed.items.map(({ id }) => id)).toEqual(asked)
    expect(listed).not.toHaveProperty('queue')
    expect(await queueOf(first)).toEqual({ place: 1, count: 3, previous: third, next: second })
    expect(await queueOf(third)).toEqual({ place: 3, count: 3, previous: second, next: first })

    await on.call(approveCall, { approvalId: second as never }, on.inPerson())
    expect(await queueOf(second)).toEqual({ place: null, count: 2, previous: first, next: third })
    await on.call(declineCall, { approvalId: third as never }, on.inPerson())
    expect(await queueOf(first)).toEqual({ place: 1, count: 1, previous: null, next: null })
  })

  test('leaves out what somebody could not decide', async () => {
    const { approvalId } = await ask()
    const asViewer = on.inPerson({ as: { role: 'viewer', scopes: ['org:read', 'content:read'] } })
    const { queue } = await on.call(listApprovals, { approvalId: approvalId as never }, asViewer)

    expect(queue).toEqual({ place: null, count: 0, previous: null, next: null })
  })
})
