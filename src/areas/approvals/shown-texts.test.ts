import { beforeEach, describe, expect, test } from 'vitest'

import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { consolidateItems } from '#areas/seo/operations/consolidate-items.ts'
import { createRedirect } from '#areas/seo/operations/create-redirect.ts'
import { createAuthor } from '#areas/taxonomies/operations/create-author.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { deleteAuthor } from '#areas/taxonomies/operations/delete-author.ts'
import { deleteTaxonomyTerm } from '#areas/taxonomies/operations/delete-taxonomy-term.ts'
import { updateAuthor } from '#areas/taxonomies/operations/update-author.ts'
import { updateTaxonomyTerm } from '#areas/taxonomies/operations/update-taxonomy-term.ts'
import type { ChangedRecord } from '#kernel/approval.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { articlesOf } from '#test/sample-records.ts'
import { stage, type Stage } from '#test/stage.ts'

import { approveCall } from './operations/approve-call.ts'
import { listApprovals } from './operations/list-approvals.ts'
import { setApprovalPolicy } from './operations/set-approval-policy.ts'

type Asked = { approvalId: never; changedSince?: ChangedRecord[] }

let on: Stage
let collectionId: never
beforeEach(async () => {
  on = await stage()
  collectionId = (await articlesOf(on)) as never
})

const item = async (slug: string, status: 'published' | 'draft' = 'published', more: object = {}) =>
  (
    await on.call(
      createItem,
      { collectionId, title: slug, slug, content: 'Words.', status, ...more },
      { confirm: true },
    )
  ).item
const newTerm = async (kind: 'tag' | 'author', name: string): Promise<string> =>
  kind === 'tag'
    ? (await on.call(createTaxonomyTerm, { taxonomy: 'tag', name }, on.inPerson())).term.id
    : (await on.call(createAuthor, { collectionId, name }, on.inPerson())).author.id
const detailsOf = ({ body }: { body: string }) => (JSON.parse(body) as { error: { details: Asked } }).error.details
const make = (op: AnyOperation, input: object) => on.answerOf(op, input, { confirm: true, idempotencyKey: 'once' })
const approve = (approvalId: never, more: object = {}) => on.call(approveCall, { approvalId, ...more }, on.inPerson())
const rename = (id: string, slug: string) => on.call(updateItem, { id: id as never, slug, title: slug }, on.inPerson())

/** Asks for a call, approves it, and repeats it after something else has changed: what it is answered then. */
async function after(op: AnyOperation, input: object, change: () => Promise<unknown>) {
  await on.call(setApprovalPolicy, { risks: ['publish', 'destructive', 'write'] }, on.inPerson())
  const { approvalId } = detailsOf(await make(op, input))
  await approve(approvalId)
  await change()
  const answer = await make(op, input)
  return { answer, changedSince: answer.status === 428 ? detailsOf(answer).changedSince : undefined }
}

describe('an approval does not hold where what it showed is another text by now:', () => {
  test('the target of a redirect', async () => {
    const { id, version } = await item('target')

    const { answer, changedSince } = await after(createRedirect, { fromPath: '/old', toItemId: id }, () =>
      rename(id, 'casino'),
    )

    expect([answer.status, changedSince]).toEqual([428, [{ type: 'item', id, from: version, to: version + 1 }]])
    await approve(detailsOf(answer).approvalId)
    expect((await make(createRedirect, { fromPath: '/old', toItemId: id })).body).toContain('/articles/casino')
  })

  test('the address of the winner of a consolidation', async () => {
    const [winner, loser] = [await item('winner'), await item('loser')]
    const input = { winnerId: winner.id, duplicateIds: [loser.id], rewriteReferences: true, createRedirects: true }

    const { answer, changedSince } = await after(consolidateItems, input, () => rename(winner.id, 'casino'))

    expect([answer.status, changedSince]).toMatchObject([428, [{ type: 'item', id: winner.id }]])
    expect((await on.call(getItem, { id: loser.id })).item.status).toBe('published')
  })

  test.for([
    ['tag', 'termId', deleteTaxonomyTerm, updateTaxonomyTerm],
    ['author', 'authorId', deleteAuthor, updateAuthor],
  ] as const)('the %s that takes the place of a deleted one', async ([kind, idName, remove, update]) => {
    const [gone, other] = [await newTerm(kind, 'Gone'), await newTerm(kind, 'Other')]
    await item('with-it', 'draft', { [`${kind}Ids`]: [gone] })

    const { answer, changedSince } = await after(remove, { [idName]: gone, reassignToId: other }, () =>
      on.call(
        update as AnyOperation as typeof updateAuthor,
        { [idName]: other, name: 'Casino' } as never,
        on.inPerson(),
      ),
    )

    expect([answer.status, changedSince]).toMatchObject([428, [{ type: kind, id: other }]])
    expect(answer.body).toMatch(/"reassignedTo":\{"id":"[^"]+","name":"Casino"/)
  })

  test('the slug of a new item, which another one has taken', async () => {
    const input = { collectionId, title: 'Bound', content: 'Words.', status: 'published' }

    const { answer, changedSince } = await after(createItem, input, () =>
      on.call(createItem, { collectionId, title: 'First', slug: 'bound', content: 'Words.' }, on.inPerson()),
    )

    expect([answer.status, changedSince]).toEqual([428, [{ type: 'effect', id: '/item/slug', from: null, to: null }]])
  })

  test('the website, or the form of its addresses', async () => {
    const { id } = await item('draft', 'draft')
    const move = () =>
      on.call(updateOrganizationSettings, { siteUrl: 'https://www.example.org' }, { ...on.inPerson(), confirm: true })
    const reform = () => on.call(updateCollection, { collectionId, urlTemplate: '/blog/{slug}' }, on.inPerson())

    const moved = await after(publishItem, { id }, move)
    expect([moved.answer.status, moved.changedSince]).toMatchObject([428, [{ type: 'settings' }]])
    await approve(detailsOf(moved.answer).approvalId)
    const reformed = (await reform(), await make(publishItem, { id }))

    expect(reformed.status).toBe(428)
    expect(detailsOf(reformed).changedSince).toMatchObject([{ type: 'collection', id: collectionId }])
    expect((await on.call(getItem, { id })).item.status).toBe('draft')
  })

  test('where an item that goes offline leads', async () => {
    const [target, { id }] = [await item('target'), await item('leaving')]

    const { answer, changedSince } = await after(unpublishItem, { id, redirectTo: target.id }, () =>
      rename(target.id, 'casino'),
    )

    expect([answer.status, changedSince]).toMatchObject([428, [{ type: 'item', id: target.id }]])
  })
})

test('an approval holds where something else of what it showed has changed', async () => {
  const { id } = await item('target')

  const { answer } = await after(createRedirect, { fromPath: '/old', toItemId: id }, () =>
    on.call(updateItem, { id, content: 'Other words.' }, on.inPerson()),
  )

  expect(answer.status).toBe(200)
})

test('an approval is refused to a person who was shown another text', async () => {
  const { id } = await item('target')
  await on.call(setApprovalPolicy, { risks: ['write'] }, on.inPerson())
  const { approvalId } = detailsOf(await make(createRedirect, { fromPath: '/old', toItemId: id }))
  const shown = async () => (await on.call(listApprovals, {}, on.inPerson())).items[0]
  const before = await shown()
  await rename(id, 'casino')

  await expect(approve(approvalId, { seen: before?.seen })).rejects.toMatchObject({ code: 'version_conflict' })

  const now = await shown()
  expect(now?.untrusted.effect).toMatchObject({ redirect: { to: expect.stringContaining('/articles/casino') } })
  await approve(approvalId, { seen: now?.seen })
  expect((await make(createRedirect, { fromPath: '/old', toItemId: id })).status).toBe(200)
})
