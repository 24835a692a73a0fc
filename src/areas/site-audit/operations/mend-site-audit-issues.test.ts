import { expect, test } from 'vitest'

import { approveCall } from '#areas/approvals/operations/approve-call.ts'
import { setApprovalPolicy } from '#areas/approvals/operations/set-approval-policy.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { mendSiteAuditIssues } from '#areas/site-audit/operations/mend-site-audit-issues.ts'
import { updateSiteAuditIssue } from '#areas/site-audit/operations/update-site-audit-issue.ts'
import { revertChanges } from '#areas/undo/operations/revert-changes.ts'
import { type ItemId, newId } from '#kernel/ids.ts'
import { newMendableIssues } from '#test/audit-records.ts'
import { stage, type Stage } from '#test/stage.ts'

const confirm = { confirm: true } as const
const ruleCode = 'link_to_redirect' as const
const content = 'See [the old page](https://www.example.com/old).'
const corrected = 'See [the old page](https://www.example.com/new).'

async function newItems({ call }: Stage, count: number, more: object = {}): Promise<ItemId[]> {
  const ids: ItemId[] = []
  for (let n = 0; n < count; n++)
    ids.push(
      (await call(createItem, { collectionId: 'articles' as never, title: `Item ${n}`, content, ...more }, confirm))
        .item.id,
    )
  return ids
}

const contentOf = async ({ call }: Stage, id: ItemId) => (await call(getItem, { id })).item.content

test('one call corrects all issues of a rule, and one takes all of it back', async () => {
  const on = await stage()
  const ids = await newItems(on, 3, { status: 'published' })
  await newMendableIssues(on, ids)

  const would = await on.call(mendSiteAuditIssues, { ruleCode }, { dryRun: true })
  const { body } = await on.answerOf(mendSiteAuditIssues, { ruleCode, note: 'An audit' }, confirm)
  const { requestId, result } = JSON.parse(body) as { requestId: `req_${string}`; result: { jobId: `job_${string}` } }
  await on.work()

  expect(would).toMatchObject({ jobId: null, matched: 3, mends: 3, left: 0, items: 3, live: 3, refused: [] })
  expect(would.plan).toHaveLength(3)
  expect(would.plan?.[0]).toMatchObject({
    live: true,
    places: 1,
    changes: [{ field: 'content', from: 'https://www.example.com/old', to: 'https://www.example.com/new' }],
  })
  expect(await on.call(getJob, { jobId: result.jobId })).toMatchObject({
    state: 'succeeded',
    result: { mended: 3, unchanged: 0, failed: 0, results: [{ ok: true }, { ok: true }, { ok: true }] },
  })
  for (const id of ids) expect(await contentOf(on, id)).toBe(corrected)
  expect((await on.call(revertChanges, { requestIds: [requestId] }, confirm)).reverted).toBe(3)
  for (const id of ids) expect(await contentOf(on, id)).toBe(content)
})

test('what cannot be corrected is reported per issue and holds nothing up', async () => {
  const on = await stage()
  const ids = await newItems(on, 5)
  const [a, aside, whole, gone, done] = (await newMendableIssues(on, ids)) as [string, string, string, string, string]
  const unknown = newId('auditIssue')
  await on.call(updateSiteAuditIssue, { issueIds: [aside as never], state: 'ignored' })
  await on.rows(({ db }) =>
    db
      .updateTable('site_audit_issue')
      .set({ fix: JSON.stringify({ operation: 'replaceItemLinks', input: {}, complete: false }) })
      .where('id', '=', whole)
      .execute(),
  )
  await on.call(updateItem, { id: ids[4] as ItemId, content: corrected })
  const issueIds = [a, aside, whole, gone, done, unknown] as never[]

  const started = await on.call(mendSiteAuditIssues, { issueIds })
  await on.call(deleteItem, { id: ids[3] as ItemId }, confirm)
  await on.work()

  expect(started).toMatchObject({ matched: 4, mends: 3, left: 0, items: 3, plan: null })
  const { state, result } = await on.call(getJob, { jobId: started.jobId })
  expect(state).toBe('partial')
  expect(result).toMatchObject({ mended: 1, unchanged: 1, failed: 4 })
  const results = (result?.['results'] ?? []) as { id: string; error?: { code: string } }[]
  const codes = results.map((one) => [one.id, one.error?.code])
  expect(Object.fromEntries(codes)).toEqual({
    [a]: undefined,
    [done]: undefined,
    [aside]: 'invalid_transition',
    [whole]: 'validation_failed',
    [gone]: 'invalid_transition',
    [unknown]: 'not_found',
  })
  expect(await contentOf(on, ids[0] as ItemId)).toBe(corrected)
  expect(await contentOf(on, ids[1] as ItemId)).toBe(content)
})

test('a call by rule needs a confirmation that says what it would do, and only what matches is changed', async () => {
  const on = await stage()
  const ids = await newItems(on, 2)
  await newMendableIssues(on, ids)
  const urls = await on.rows(({ db }) => db.selectFrom('site_audit_issue').select(['url', 'item_id']).execute())
  const search = URL.parse(urls.find((one) => one.item_id === ids[0])?.url ?? '')?.pathname ?? ''

  await expect(on.call(mendSiteAuditIssues, { ruleCode, search })).rejects.toMatchObject({
    code: 'confirmation_required',
    details: { effect: { mends: 1, plan: [{ itemId: ids[0] }] } },
  })
  await expect(on.call(mendSiteAuditIssues, { severity: 'error' })).rejects.toMatchObject({ code: 'validation_failed' })
  await on.call(mendSiteAuditIssues, { ruleCode, search }, confirm)
  await on.work()

  expect(await contentOf(on, ids[0] as ItemId)).toBe(corrected)
  expect(await contentOf(on, ids[1] as ItemId)).toBe(content)
})

test('named issues of live articles are confirmed where the organization wants that', async () => {
  const on = await stage()
  const ids = await newItems(on, 1, { status: 'published' })
  const issueIds = (await newMendableIssues(on, ids)) as never[]
  await on.call(updateOrganizationSettings, { publishingPolicy: { confirmLiveEdits: true } })

  await expect(on.call(mendSiteAuditIssues, { issueIds })).rejects.toMatchObject({ code: 'confirmation_required' })
  await on.call(mendSiteAuditIssues, { issueIds }, confirm)
  await on.work()

  expect(await contentOf(on, ids[0] as ItemId)).toBe(corrected)
})

test('an article with several issues is written once, with fields as they are made without a model', async () => {
  const on = await stage()
  const [id] = (await newItems(on, 1, { metaDescription: 'What it says.' })) as [ItemId]
  const metadata = { operation: 'generateItemMetadata', input: { id, fields: ['og'], apply: true }, complete: true }
  const issueIds = [
    ...(await newMendableIssues(on, [id])),
    ...(await newMendableIssues(on, [id], { rule: 'og_missing', fixOf: () => metadata })),
  ] as never[]
  const before = (await on.call(getItem, { id })).item.version

  const { plan } = await on.call(mendSiteAuditIssues, { issueIds }, { dryRun: true })
  await on.call(mendSiteAuditIssues, { issueIds })
  await on.work()

  expect(plan?.find((one) => one.places === null)?.changes).toContainEqual({
    field: 'ogTitle',
    from: null,
    to: 'Item 0',
  })
  expect((await on.call(getItem, { id })).item).toMatchObject({
    content: corrected,
    ogTitle: 'Item 0',
    ogDescription: 'What it says.',
    version: before + 1,
  })
})

test('a fix that a later audit changed is not made', async () => {
  const on = await stage()
  const [id] = (await newItems(on, 1)) as [ItemId]
  const issueIds = (await newMendableIssues(on, [id])) as never[]

  const { jobId } = await on.call(mendSiteAuditIssues, { issueIds })
  await on.rows(({ db }) => db.updateTable('site_audit_issue').set({ version: 2 }).execute())
  await on.work()

  expect(await on.call(getJob, { jobId })).toMatchObject({
    state: 'partial',
    result: { mended: 0, failed: 1, results: [{ error: { code: 'version_conflict' } }] },
  })
  expect(await contentOf(on, id)).toBe(content)
})

test('an approval binds the fixes that a person saw', async () => {
  const on = await stage()
  const [id] = (await newItems(on, 1, { status: 'published' })) as [ItemId]
  await newMendableIssues(on, [id])
  await on.call(setApprovalPolicy, { risks: ['publish'] }, on.inPerson())
  const detailsOf = async () => {
    const { status, body } = await on.answerOf(mendSiteAuditIssues, { ruleCode }, confirm)
    return { status, details: JSON.parse(body).error?.details }
  }

  const asked = await detailsOf()
  await on.call(approveCall, { approvalId: asked.details.approvalId }, on.inPerson())
  await on.rows(({ db }) => db.updateTable('site_audit_issue').set({ version: 2 }).execute())
  const repeated = await detailsOf()
  await on.call(approveCall, { approvalId: repeated.details.approvalId }, on.inPerson())
  const done = await detailsOf()
  await on.work()

  expect([asked.status, repeated.status, done.status]).toEqual([428, 428, 200])
  expect(repeated.details.changedSince).toMatchObject([{ type: 'auditIssue' }])
  expect(await contentOf(on, id)).toBe(corrected)
})

test('at most 1,000 issues are corrected by a call, and it says how many are left', async () => {
  const on = await stage()
  const [id] = (await newItems(on, 1)) as [ItemId]
  await newMendableIssues(
    on,
    Array.from({ length: 1003 }, () => id),
  )

  const { matched, mends, left, items, plan } = await on.call(mendSiteAuditIssues, { ruleCode }, { dryRun: true })

  expect({ matched, mends, left, items, planned: plan?.length }).toEqual({
    matched: 1003,
    mends: 1000,
    left: 3,
    items: 1,
    planned: 50,
  })
})
