import { expect, test } from 'vitest'

import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { createRedirect } from '#areas/seo/operations/create-redirect.ts'
import { listRedirects } from '#areas/seo/operations/list-redirects.ts'
import { newItem } from '#test/sample-records.ts'
import { type Stage, stage } from '#test/stage.ts'

async function newsroom() {
  const on = await stage()
  await on.call(updateOrganizationSettings, { siteUrl: 'https://www.example.com' }, { confirm: true })
  const itemId = await newItem(on, { published: true })
  const redirect = (fromPath: string, to: { toItemId: typeof itemId } | { toUrl: string }) =>
    on.call(createRedirect, { fromPath, ...to }, { confirm: true })
  return { on, itemId, redirect }
}

const tested = async (on: Stage, testAddress: string) => (await on.call(listRedirects, { testAddress })).tested

test('an address leads to the article that has it, or through redirects to where they end', async () => {
  const { on, itemId, redirect } = await newsroom()
  await redirect('/old', { toItemId: itemId })
  const { url } = (await tested(on, '/old')) ?? {}
  expect(url).toMatch(/^https:\/\/www\.example\.com\//)

  for (const address of ['/old', 'old/', 'https://www.example.com/old?utm=1#top'])
    expect(await tested(on, address)).toMatchObject({
      outcome: 'redirect',
      hops: [{ from: '/old', to: new URL(url ?? '').pathname }],
      itemId,
      url,
    })
  expect(await tested(on, url ?? '')).toMatchObject({ outcome: 'article', hops: [], itemId, url })
  expect(await tested(on, new URL(url ?? '').pathname)).toMatchObject({ outcome: 'article', itemId })

  await on.call(unpublishItem, { id: itemId }, { confirm: true })
  expect(await tested(on, '/old')).toMatchObject({ outcome: 'unpublished', itemId, url: null })
})

test('a chain that was stored before it was one is followed to its end, and one that leads back ends', async () => {
  const { on, redirect } = await newsroom()
  await redirect('/a', { toUrl: 'https://other.example/end' })
  await redirect('/b', { toUrl: 'https://other.example/end' })
  const leadTo = (from: string, toUrl: string) =>
    on.rows(({ db }) => db.updateTable('redirect').set({ to_url: toUrl }).where('from_path', '=', from).execute())

  await leadTo('/a', 'https://www.example.com/b')
  expect(await tested(on, '/a')).toMatchObject({
    outcome: 'redirect',
    hops: [{ from: '/a' }, { from: '/b' }],
    url: 'https://other.example/end',
  })

  await leadTo('/b', 'https://www.example.com/a')
  expect(await tested(on, '/a')).toMatchObject({ outcome: 'loop', url: null })
})

test('nothing is said of other websites, and of a path that nothing has', async () => {
  const { on } = await newsroom()

  expect(await tested(on, '/nowhere')).toMatchObject({ outcome: 'nothing', hops: [], url: null })
  expect(await tested(on, 'https://elsewhere.example/a')).toMatchObject({ outcome: 'other_website' })
  expect((await on.call(listRedirects, {})).tested).toBeNull()
})
