import { listening, type Listening } from '#test/listening.ts'

import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Pier Press' })

let site: Listening
const slugs = Array.from({ length: 12 }, (_, at) => `pier-${at}`)
const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`

test.beforeAll(async () => {
  const start = page('Piers', slugs.map((slug) => `<a href="/articles/${slug}">All about ${slug}</a>`).join(' '))
  site = await listening((request, response) => {
    const path = request.url ?? ''
    const slug = slugs.find((one) => path === `/articles/${one}`)
    const body =
      path === '/' ? start : path === '/new' ? page('New', 'New') : slug && page(slug, '<a href="/old">Old</a>')
    if (path === '/old') response.writeHead(301, { location: '/new' })
    else response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(body ?? 'Nothing')
  })
})
test.afterAll(() => site.close())

test('somebody mends all pages of a kind that match a search, and takes it back', async ({
  page: screen,
  installation,
}, info) => {
  const call = personOf(screen.request, installation)
  await call('updateOrganizationSettings', { siteUrl: site.url }, { confirm: true })
  const ids = new Map<string, string>()
  for (const slug of slugs) {
    const item = {
      collectionId: 'articles',
      title: slug,
      slug,
      content: 'It is on [the old page](/old).',
      status: 'published',
    }
    ids.set(slug, (await call('createItem', item, { confirm: true })).item.id)
  }
  const contentOf = async (slug: string) => (await call('getItem', { id: ids.get(slug) })).item.content
  await call('startSiteAudit', { scope: 'full' }, { confirm: true })
  await screen.goto(`/o/${installation.organization.slug}/audit?rule=link_to_redirect`)

  const pages = screen.getByRole('region', { name: 'Pages' })
  await expect(pages.getByRole('button', { name: 'Mend 12…' })).toBeVisible({ timeout: 60_000 })
  await pages.getByRole('searchbox', { name: 'Find pages' }).fill('pier-1')
  await expect(pages.getByText('3 pages can be mended now.')).toBeVisible()
  await settled(screen)
  await expectSound(screen, { what: 'found', picture: (name) => info.outputPath(`found-${name}`) })
  await pages.getByRole('button', { name: 'Mend 3…' }).click()
  const mend = screen.getByRole('alertdialog')
  await expect(mend).toContainText('3 of them are live: the public sees the change at once. It can be undone.')
  await expect(mend.getByRole('list', { name: 'What is written' }).getByRole('listitem')).toHaveCount(3)
  await expect(mend.getByRole('listitem').first()).toContainText('/old becomes /new')
  await expectSound(screen, { what: 'plan', picture: (name) => info.outputPath(`plan-${name}`) })
  await mend.getByRole('button', { name: 'Change 3 articles' }).click()

  await expect(screen.getByText('3 articles are mended. The next audit looks again.')).toBeVisible()
  await expect(screen.getByRole('dialog')).toHaveCount(0)
  for (const slug of ['pier-1', 'pier-10', 'pier-11']) expect(await contentOf(slug)).toContain('/new')
  expect(await contentOf('pier-2')).toContain('/old')
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect(screen.getByText('Taken back.')).toBeVisible()
  for (const slug of ['pier-1', 'pier-10', 'pier-11']) expect(await contentOf(slug)).toContain('/old')

  await call('updateItem', { id: ids.get('pier-10'), content: 'Nothing leads there.' }, { confirm: true })
  await call('deleteItem', { id: ids.get('pier-11') }, { confirm: true })
  await screen.setViewportSize({ width: 320, height: 700 })
  await pages.getByRole('button', { name: /^Mend 3…/ }).click()
  await expect(mend).toContainText('1 page cannot be mended like that.')
  await expect(mend.getByRole('listitem')).toHaveCount(1)
  await expectSound(screen, { what: 'plan on a phone', picture: (name) => info.outputPath(`phone-${name}`) })
  await mend.getByRole('button', { name: 'Change 1 article' }).click()
  await expect(screen.getByText('1 article is mended. The next audit looks again.')).toBeVisible()
  expect(await contentOf('pier-1')).toContain('/new')
})
