import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { createRedirect } from '#areas/seo/operations/create-redirect.ts'
import { deleteRedirect } from '#areas/seo/operations/delete-redirect.ts'
import { Secret } from '#kernel/secret.ts'
import { stage } from '#test/stage.ts'

const confirm = { confirm: true }
const elsewhere = 'https://elsewhere.example/n'

type Told = { urls: string[]; redirects: { from: string; to: string }[] }

/** A published item that was under two addresses before, and what a change of it says. */
async function movedItem() {
  const url = 'https://website.example/hook'
  const on = await stage({ webhooks: () => ({ url, secret: new Secret('x'), legacyHeader: null }) })
  const first = { collectionId: 'articles', title: 'A', slug: 'first', status: 'published' }
  const { item } = await on.call(createItem, first as never, confirm)
  for (const slug of ['second', 'third']) await on.call(updateItem, { id: item.id, slug })
  const said = async (change: Promise<unknown>): Promise<Told> => {
    await on.rows(({ db }) => db.deleteFrom('delivery').execute())
    await change
    const rows = await on.rows(({ db }) =>
      db.selectFrom('delivery').select('body').where('next_attempt_at', 'is not', null).execute(),
    )
    expect(rows).toHaveLength(1)
    return (JSON.parse(rows[0]?.body ?? '') as { data: Told }).data
  }
  return { on, id: item.id, said }
}

const oldPaths = ['/articles/first', '/articles/second']

test('a message about an item that goes names its old addresses, which lead nowhere now', async () => {
  const { on, id, said } = await movedItem()

  const { urls, redirects } = await said(on.call(unpublishItem, { id }, confirm))

  expect(urls).toEqual(expect.arrayContaining(oldPaths))
  expect(redirects).toEqual([])
})

test('a message about an item that sends its addresses elsewhere says where all of them lead', async () => {
  for (const leave of [
    ({ on, id }: Awaited<ReturnType<typeof movedItem>>) =>
      on.call(unpublishItem, { id, redirectTo: elsewhere }, confirm),
    ({ on, id }: Awaited<ReturnType<typeof movedItem>>) => on.call(deleteItem, { id, redirectTo: elsewhere }, confirm),
  ]) {
    const at = await movedItem()

    const { redirects } = await at.said(leave(at))

    expect(redirects.map(({ from }) => from).toSorted()).toEqual([...oldPaths, '/articles/third'])
    expect(new Set(redirects.map(({ to }) => to))).toEqual(new Set([elsewhere]))
  }
})

test('a message about an item that is public again names the old addresses that lead to it', async () => {
  const { on, id, said } = await movedItem()
  await on.call(unpublishItem, { id, redirectTo: elsewhere }, confirm)

  const { redirects } = await said(on.call(publishItem, { id }, confirm))

  expect(redirects.map(({ from, to }) => [from, to])).toEqual(oldPaths.map((from) => [from, '/articles/third']))
})

test('an edit names no old addresses: they lead where they led', async () => {
  const { on, id, said } = await movedItem()

  expect(await said(on.call(updateItem, { id, title: 'B' }))).toMatchObject({ redirects: [] })
})

test('a message names no redirect to what the public does not see', async () => {
  const { on, said } = await movedItem()
  const { item: draft } = await on.call(createItem, { collectionId: 'articles', title: 'Draft' } as never)

  const { urls, redirects } = await said(on.call(createRedirect, { fromPath: '/old', toItemId: draft.id }, confirm))

  expect(redirects).toEqual([])
  expect(urls).toEqual(['/old'])
})

test('a message about an item that moves says where its former address led before', async () => {
  const { on, id, said } = await movedItem()
  await on.call(createRedirect, { fromPath: '/articles/fourth', toUrl: elsewhere }, confirm)
  await on.call(updateItem, { id, slug: 'fourth' })

  const { redirects } = await said(on.call(updateItem, { id, slug: 'fifth' }))

  expect(redirects).toContainEqual({ from: '/articles/fourth', to: elsewhere, status: 308 })
  expect(new Set(redirects.map(({ from }) => from)).size).toBe(redirects.length)
})

test('a redirect that is removed at once is in no message that is still to be sent', async () => {
  const { on, said } = await movedItem()

  const { urls, redirects } = await said(
    (async () => {
      const { redirect } = await on.call(createRedirect, { fromPath: '/old', toUrl: elsewhere }, confirm)
      await on.call(deleteRedirect, { redirectId: redirect.id }, confirm)
    })(),
  )

  expect(redirects).toEqual([])
  expect(urls).toEqual(['/old'])
})
