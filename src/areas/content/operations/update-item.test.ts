import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { newId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'
import { told, toldDuring } from '#test/website.ts'

async function withItem(
  input: Partial<Parameters<typeof createItem.handle>[1]> = {},
  options: { confirm?: boolean } = {},
) {
  const on = await stage({ webhooks: told })
  const { item } = await on.call(
    createItem,
    { collectionId: 'articles' as never, title: 'Best CRM', content: '# Hello\n\nSome *words*.', ...(input as object) },
    options,
  )
  return { ...on, item }
}

test('a change of the body is rendered, sanitised and counted', async () => {
  const { call, item } = await withItem()

  const { item: after, changed } = await call(updateItem, {
    id: item.id,
    content: 'One two <script>alert(1)</script>\n\n## Three',
  })

  expect(changed).toEqual(['content'])
  expect(after).toMatchObject({ version: 2, wordCount: 3 })
  const { item: whole } = await call(getItem, { id: item.id, bodyFormat: 'html' })
  expect(whole.contentHtml).toContain('<h2>Three</h2>')
  expect(whole.contentHtml).not.toContain('script')
  expect(whole.editedAt).not.toBeNull()
})

test('what does not differ changes nothing, not even the version', async () => {
  const { call, item } = await withItem({ robots: { noindex: true } as never })

  const { item: after, changed } = await call(updateItem, { id: item.id, title: 'Best CRM', robots: { noindex: true } })

  expect(changed).toEqual([])
  expect(after.version).toBe(1)
})

test('publishing needs a confirmation and the scope for it', async () => {
  const { call, item, access } = await withItem()

  await expect(call(updateItem, { id: item.id, status: 'published' })).rejects.toMatchObject({
    code: 'confirmation_required',
  })
  await expect(
    call(
      updateItem,
      { id: item.id, status: 'published' },
      { confirm: true, as: { scopes: access.scopes.filter((scope) => scope !== 'content:publish') } },
    ),
  ).rejects.toMatchObject({ code: 'insufficient_scope' })
  const { item: after } = await call(updateItem, { id: item.id, status: 'published' }, { confirm: true })

  expect(after.status).toBe('published')
  expect(after.publishAt).not.toBeNull()
})

test('unpublishing needs a confirmation; setting draft on a draft does not', async () => {
  const { call, item } = await withItem({ status: 'published' }, { confirm: true })

  await expect(call(updateItem, { id: item.id, status: 'draft' })).rejects.toMatchObject({
    code: 'confirmation_required',
  })
  await call(updateItem, { id: item.id, status: 'draft' }, { confirm: true })
  const { item: after } = await call(updateItem, { id: item.id, status: 'draft' })

  expect(after).toMatchObject({ status: 'draft', publishAt: null })
})

test('an organization can ask for a confirmation of every live edit', async () => {
  const { call, item, rows } = await withItem({ status: 'published' }, { confirm: true })
  await rows(({ db }) =>
    db
      .updateTable('organization_setting')
      .set({ publishing_policy: JSON.stringify({ confirmLiveEdits: true }) })
      .execute(),
  )

  await expect(call(updateItem, { id: item.id, title: 'Better CRM' })).rejects.toMatchObject({
    code: 'confirmation_required',
  })
  const { changed } = await call(updateItem, { id: item.id, title: 'Better CRM' }, { confirm: true })

  expect(changed).toEqual(['title'])
})

test('publishAt goes only with a status, and with one that it fits', async () => {
  const { call, item } = await withItem()
  const problem = { code: 'validation_failed', details: [{ path: '/input/publishAt' }] }
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

  await expect(call(updateItem, { id: item.id, publishAt: tomorrow })).rejects.toMatchObject(problem)
  await expect(call(updateItem, { id: item.id, status: 'scheduled' }, { confirm: true })).rejects.toMatchObject(problem)
  await expect(
    call(updateItem, { id: item.id, status: 'scheduled', publishAt: '2001-01-01T00:00:00Z' }, { confirm: true }),
  ).rejects.toMatchObject(problem)
  await expect(
    call(updateItem, { id: item.id, status: 'published', publishAt: tomorrow }, { confirm: true }),
  ).rejects.toMatchObject(problem)
  const { item: after } = await call(
    updateItem,
    { id: item.id, status: 'scheduled', publishAt: tomorrow },
    { confirm: true },
  )

  expect(after).toMatchObject({ status: 'scheduled', publishAt: tomorrow })
})

test('the old slug of a published item leads to it, and gives way when it comes back', async () => {
  const { call, item, rows } = await withItem({ status: 'published' }, { confirm: true })
  const redirects = () =>
    rows(({ db }) => db.selectFrom('redirect').select(['from_path', 'to_item_id', 'reason']).execute())

  await call(updateItem, { id: item.id, slug: 'top-crm' })
  expect(await redirects()).toEqual([{ from_path: '/articles/best-crm', to_item_id: item.id, reason: 'slug_change' }])
  const heard = await toldDuring({ rows }, () => call(updateItem, { id: item.id, slug: 'best-crm' }))

  expect(await redirects()).toEqual([{ from_path: '/articles/top-crm', to_item_id: item.id, reason: 'slug_change' }])
  expect(heard).toEqual([{ reason: 'slug_changed', itemIds: [item.id] }])
})

test('a stale version is refused and nothing is written', async () => {
  const { call, item } = await withItem()
  await call(updateItem, { id: item.id, title: 'Better CRM', ifVersion: 1 })

  await expect(call(updateItem, { id: item.id, title: 'Worse CRM', ifVersion: 1 })).rejects.toMatchObject({
    code: 'version_conflict',
    details: { version: 2 },
  })
  expect((await call(getItem, { id: item.id })).item.title).toBe('Better CRM')
})

test('every change is a revision, creation the first', async () => {
  const { call, item } = await withItem()
  await call(updateItem, { id: item.id, title: 'Better CRM' })

  const { revisions } = await call(getItem, { id: item.id, include: ['revisions'] })

  expect(revisions?.map(({ n, authorType }) => ({ n, authorType }))).toEqual([
    { n: 2, authorType: 'agent' },
    { n: 1, authorType: 'agent' },
  ])
})

test('a malformed, an unknown and a foreign id are one and the same answer', async () => {
  const { call, item } = await withItem()
  const { call: foreign } = await stage()
  const refusals = await Promise.all(
    [
      call(updateItem, { id: 'nonsense' as never, title: 'x' }),
      call(updateItem, { id: newId('item'), title: 'x' }),
      foreign(updateItem, { id: item.id, title: 'x' }),
    ].map((refused) =>
      refused.then(
        () => undefined,
        ({ code, message }: { code: string; message: string }) => ({ code, message }),
      ),
    ),
  )

  expect(new Set(refusals.map((refusal) => JSON.stringify(refusal)))).toEqual(
    new Set(['{"code":"not_found","message":"There is no such item."}']),
  )
})

test('a dry run answers what would change and leaves no trace but its record', async () => {
  const { call, item } = await withItem()

  const { item: imagined } = await call(
    updateItem,
    { id: item.id, status: 'published', title: 'Better CRM' },
    { dryRun: true },
  )

  expect(imagined).toMatchObject({ title: 'Better CRM', status: 'published', version: 2 })
  expect((await call(getItem, { id: item.id })).item).toMatchObject({ title: 'Best CRM', status: 'draft', version: 1 })
})

test('the refusal of an unknown item is kept under the key, as every answer about a record', async () => {
  const { answerOf } = await stage()
  const input = { id: 'itm_01jzz0000000000000000000zz', title: 'x' }

  const first = await answerOf(updateItem, input, { idempotencyKey: 'unknown' })
  const again = await answerOf(updateItem, input, { idempotencyKey: 'unknown' })

  expect(first.status).toBe(404)
  expect([again.status, again.body, again.replayed]).toEqual([404, first.body, true])
})
