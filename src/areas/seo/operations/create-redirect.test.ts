import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { createRedirect } from '#areas/seo/operations/create-redirect.ts'
import { deleteRedirect } from '#areas/seo/operations/delete-redirect.ts'
import { listRedirects } from '#areas/seo/operations/list-redirects.ts'
import type { ItemId } from '#kernel/ids.ts'
import { contentApi } from '#test/content-stage.ts'
import { stage } from '#test/stage.ts'
import { told, toldDuring } from '#test/website.ts'

async function site() {
  const on = await stage({ webhooks: told })
  const settings = {
    siteUrl: 'https://acme.example',
    urlTemplates: { articles: '/blog/{slug}' },
    brand: { domains: ['acme.test'] },
  }
  await on.call(updateOrganizationSettings, settings, { confirm: true })
  return {
    ...on,
    async item(title: string, status: 'published' | 'draft' = 'published'): Promise<ItemId> {
      return (
        await on.call(
          createItem,
          { collectionId: 'articles' as never, title, content: 'Words.', status },
          { confirm: true },
        )
      ).item.id
    },
    redirect: async (fromPath: string, to: { toItemId: ItemId } | { toUrl: string }) =>
      (await on.call(createRedirect, { fromPath, ...to }, { confirm: true })).redirect,
    list: async (input = {}) => (await on.call(listRedirects, input)).items,
    get: (path: string) => contentApi(on.database)(`/v1/${on.access.organization.id}${path}`),
  }
}

test('a path leads to an item, wherever its slug goes', async () => {
  const on = await site()
  const item = await on.item('New')

  const heard = await toldDuring(on, () => on.redirect('/2019/Old%20Post.html', { toItemId: item }))

  const [redirect] = await on.list({ search: 'old%20post' })

  expect(redirect).toMatchObject({
    fromPath: '/2019/Old%20Post.html',
    toItemId: item,
    toUrl: null,
    to: '/blog/new',
    code: 308,
    reason: 'manual',
    hits: 0,
  })
  expect(heard).toEqual([{ reason: 'redirect_changed', itemIds: [item] }])
  await on.call(updateItem, { id: item, slug: 'newer' }, { confirm: true })
  expect((await on.list({ search: 'old%20post' }))[0]).toMatchObject({ id: redirect?.id, to: '/blog/newer' })
  expect((await on.get('/articles/Old%20Post.html')).headers['Location']).toMatch(/\/articles\/newer$/)
})

test('an older redirect of the path gives way, with or without the slash at its end', async () => {
  const on = await site()
  const item = await on.item('New')
  const first = await on.redirect('/old', { toUrl: 'https://elsewhere.example/x' })

  const second = await on.redirect('/old/', { toItemId: item })

  expect(second).toMatchObject({ id: first.id, fromPath: '/old', toItemId: item })
  expect(await on.list()).toHaveLength(1)
})

test.each(['old', '//old', '/a?b', '/a#b', '/', '/a/../b', '/%ff', `/${'a'.repeat(201)}`])(
  'the path %j is refused',
  async (fromPath) => {
    const on = await site()
    await expect(on.redirect(fromPath, { toUrl: 'https://elsewhere.example' })).rejects.toMatchObject({
      code: 'validation_failed',
      details: [{ path: '/input/fromPath' }],
    })
  },
)

test('a live item keeps its path, and takes one over when it is published', async () => {
  const on = await site()
  const [live, other, draft] = [await on.item('Live'), await on.item('Other'), await on.item('Draft', 'draft')]

  for (const path of ['/blog/live', '/blog/live/'])
    await expect(on.redirect(path, { toItemId: other })).rejects.toMatchObject({
      code: 'slug_taken',
      details: { itemId: live },
    })
  await on.redirect('/blog/draft', { toItemId: other })
  await on.call(publishItem, { id: draft }, { confirm: true })

  expect(await on.list()).toEqual([])
})

test('a target that leads back is refused', async () => {
  const on = await site()
  const [item, draft] = [await on.item('Item'), await on.item('Draft', 'draft')]
  await on.redirect('/a', { toItemId: draft })

  const loops: [string, { toItemId: ItemId } | { toUrl: string }][] = [
    ['/x', { toUrl: 'https://acme.example/x/' }],
    ['/x', { toUrl: 'http://acme.test/x?y=1' }],
    ['/blog/draft', { toItemId: draft }],
    ['/blog/draft', { toUrl: 'https://acme.example/a' }],
  ]
  for (const [path, to] of loops)
    await expect(on.redirect(path, to), path).rejects.toMatchObject({ code: 'redirect_loop' })
  expect(await on.redirect('/b', { toItemId: item })).toMatchObject({ to: '/blog/item' })
})

test('no chain is stored, in whatever order the redirects come', async () => {
  const on = await site()
  const [item, gone] = [await on.item('Item'), await on.item('Gone')]
  await on.redirect('/one', { toUrl: 'https://acme.example/two' })
  await on.redirect('/leads-to-gone', { toItemId: gone })
  await on.call(unpublishItem, { id: gone }, { confirm: true })

  await on.redirect('/two', { toItemId: item })
  await on.redirect('/three', { toUrl: 'https://acme.example/one' })
  await on.redirect('/four', { toUrl: 'https://acme.example/blog/item' })
  await on.redirect('/five', { toUrl: 'https://acme.example/blog/item?utm=1' })
  await on.redirect('/six', { toUrl: `https://masthead.test/v1/${on.access.organization.id}/articles/item` })
  await on.redirect('/blog/gone', { toItemId: item })
  await on.redirect('/seven', { toItemId: gone })

  const targets = Object.fromEntries(
    (await on.list()).map(({ fromPath, toItemId, toUrl }) => [fromPath, toItemId ?? toUrl]),
  )
  expect(targets).toEqual({
    '/one': item,
    '/two': item,
    '/three': item,
    '/four': item,
    '/five': 'https://acme.example/blog/item?utm=1',
    '/six': item,
    '/seven': item,
    '/leads-to-gone': item,
    '/blog/gone': item,
  })
})

test('the query and fragment of a target stay when its path is redirected, before it or after it', async () => {
  const on = await site()
  const item = await on.item('Pricing')
  const toUrl = 'https://acme.example/offers?plan=pro&ref=a#top'
  await on.redirect('/before', { toUrl })
  await on.redirect('/plain', { toUrl: 'https://acme.example/offers' })

  await on.redirect('/offers', { toItemId: item })
  await on.redirect('/after', { toUrl })
  await on.redirect('/shop', { toUrl: 'https://shop.example/?ref=b' })
  await on.redirect('/to-shop', { toUrl: 'https://acme.test/shop?ref=a&plan=pro' })

  const whole = 'https://acme.example/blog/pricing?plan=pro&ref=a#top'
  expect(
    Object.fromEntries((await on.list()).map(({ fromPath, toUrl: url, toItemId }) => [fromPath, url ?? toItemId])),
  ).toEqual({
    '/before': whole,
    '/after': whole,
    '/plain': item,
    '/offers': item,
    '/shop': 'https://shop.example/?ref=b',
    '/to-shop': 'https://shop.example/?ref=b&plan=pro',
  })
})

test('a redirect to an address with a query follows the item at the address', async () => {
  const on = await site()
  const [item, other] = [await on.item('Pricing'), await on.item('Plans')]
  await on.redirect('/promo', { toUrl: 'https://acme.example/blog/pricing?plan=pro#top' })
  await on.redirect('/with-slash', { toUrl: 'https://acme.test/blog/pricing/?plan=pro' })
  await on.redirect('/elsewhere', { toUrl: 'https://shop.example/blog/pricing?plan=pro' })
  await on.redirect('/longer', { toUrl: 'https://acme.example/2019/blog/pricing?plan=pro' })
  const urls = async () =>
    Object.fromEntries(
      (await on.list()).flatMap(({ fromPath, toUrl }) => (toUrl === null ? [] : [[fromPath, toUrl] as const])),
    )
  const others = {
    '/elsewhere': 'https://shop.example/blog/pricing?plan=pro',
    '/longer': 'https://acme.example/2019/blog/pricing?plan=pro',
  }

  await on.call(updateItem, { id: item, slug: 'prices' }, { confirm: true })
  expect(await urls()).toEqual({
    '/promo': 'https://acme.example/blog/prices?plan=pro#top',
    '/with-slash': 'https://acme.example/blog/prices?plan=pro',
    ...others,
  })

  await on.call(unpublishItem, { id: item, redirectTo: other }, { confirm: true })
  expect(await urls()).toEqual({
    '/promo': 'https://acme.example/blog/plans?plan=pro#top',
    '/with-slash': 'https://acme.example/blog/plans?plan=pro',
    ...others,
  })
})

test('a redirect to an address with a query follows the redirect that returns there', async () => {
  const on = await site()
  const [target, guest] = [await on.item('Target'), await on.item('Guest')]
  await on.redirect('/blog/seat', { toItemId: target })
  await on.call(updateItem, { id: guest, slug: 'seat' }, { confirm: true })
  await on.redirect('/promo', { toUrl: 'https://acme.example/blog/seat?ref=a' })

  await on.call(updateItem, { id: guest, slug: 'sofa' }, { confirm: true })

  const [promo] = await on.list({ search: '/promo' })
  expect(promo?.toUrl).toBe('https://acme.example/blog/target?ref=a')
})

test('a redirect to the address of an item that is sent elsewhere goes there, whatever waited for the address', async () => {
  const on = await site()
  const [target, next, guest] = [await on.item('Target'), await on.item('Next'), await on.item('Guest')]
  await on.redirect('/blog/seat', { toItemId: target })
  await on.call(updateItem, { id: guest, slug: 'seat' }, { confirm: true })
  await on.redirect('/promo', { toUrl: 'https://acme.example/blog/seat?ref=a' })

  await on.call(unpublishItem, { id: guest, redirectTo: next }, { confirm: true })

  const leads = Object.fromEntries((await on.list()).map(({ fromPath, to }) => [fromPath, to]))
  expect(leads).toMatchObject({ '/promo': 'https://acme.example/blog/next?ref=a', '/blog/seat': '/blog/next' })
})

test('a redirect does not lead to its own path when the item takes it', async () => {
  const on = await site()
  const item = await on.item('Pricing')
  await on.redirect('/blog/offer', { toUrl: 'https://acme.example/blog/pricing?ref=a' })

  await on.call(updateItem, { id: item, slug: 'offer' }, { confirm: true })
  await on.call(updateItem, { id: item, slug: 'prices' }, { confirm: true })

  const listed = await on.list()
  expect(listed.map(({ fromPath, to }) => [fromPath, to]).toSorted()).toEqual([
    ['/blog/offer', '/blog/prices'],
    ['/blog/pricing', '/blog/prices'],
  ])
})

test('what an item leaves behind leads to the end of an address, and never back', async () => {
  const on = await site()
  const [left, item] = [await on.item('Left'), await on.item('Item')]
  await on.redirect('/old', { toItemId: item })
  await on.redirect('/back', { toUrl: 'https://acme.example/blog/left?ref=a' })
  const leave = (id: ItemId, redirectTo: string) => on.call(unpublishItem, { id, redirectTo }, { confirm: true })

  await expect(leave(left, 'https://acme.example/back')).rejects.toMatchObject({ code: 'redirect_loop' })
  await leave(left, 'https://acme.test/old?plan=pro')
  await leave(await on.item('Second'), 'https://acme.example/blog/item')

  expect(Object.fromEntries((await on.list()).map(({ fromPath, toUrl, to }) => [fromPath, toUrl ?? to]))).toEqual({
    '/old': '/blog/item',
    '/back': 'https://acme.example/blog/item?plan=pro&ref=a',
    '/blog/left': 'https://acme.example/blog/item?plan=pro',
    '/blog/second': '/blog/item',
  })
})

test('redirects are listed by reason and found by path, URL and target', async () => {
  const on = await site()
  const item = await on.item('How to choose a CRM')
  await on.call(updateItem, { id: item, slug: 'crm' }, { confirm: true })
  await on.redirect('/shop', { toUrl: 'https://elsewhere.example/Shop' })

  const paths = async (input: object) => (await on.list(input)).map(({ fromPath }) => fromPath)
  expect(await paths({ reason: 'slug_change' })).toEqual(['/blog/how-to-choose-a-crm'])
  expect(await paths({ reason: 'consolidation' })).toEqual([])
  expect(await paths({ search: 'https://acme.example/blog/how-to-choose-a-crm' })).toEqual([
    '/blog/how-to-choose-a-crm',
  ])
  expect(await paths({ search: 'choose a crm' })).toEqual(['/blog/how-to-choose-a-crm'])
  expect(await paths({ search: 'ELSEWHERE' })).toEqual(['/shop'])
  expect(await paths({ search: '%' })).toEqual([])
  expect(await on.call(listRedirects, { pageSize: 1 })).toMatchObject({ total: 2, hasMore: true })
})

test('a deleted redirect leads nowhere', async () => {
  const on = await site()
  const { id } = await on.redirect('/old', { toItemId: await on.item('New') })

  expect(await on.call(deleteRedirect, { redirectId: id }, { confirm: true })).toEqual({ deleted: true, id })

  expect((await on.get('/articles/old')).status).toBe(404)
  await expect(on.call(deleteRedirect, { redirectId: id }, { confirm: true })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('the target is one of two, and it is there', async () => {
  const on = await site()
  await expect(on.call(createRedirect, { fromPath: '/old' }, { confirm: true })).rejects.toMatchObject({
    code: 'validation_failed',
  })
  await expect(on.redirect('/old', { toItemId: 'itm_unknown' })).rejects.toMatchObject({ code: 'not_found' })
})
