import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Harbour Letter' })

const html = `<h2>Tides</h2><p>They come <strong>twice</strong> a day.</p><figure><img src="https://example.com/quay.png" alt="The quay"><figcaption>The quay</figcaption></figure>`

test('a body that came as HTML becomes Markdown when a person says so, and History has the way back', async ({
  page,
  request,
  installation,
}, info) => {
  const call = personOf(request, installation)
  const made = { collectionId: 'articles', title: 'Tides', content: html, contentFormat: 'html', status: 'published' }
  const { id } = (await call('createItem', made, { confirm: true })).item
  const before = (await call('getItem', { id, bodyFormat: 'html' })).item.contentHtml
  await page.goto(`/o/${installation.organization.slug}/content/${id}`)

  await page.getByRole('button', { name: 'Convert to Markdown…' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Convert to Markdown' })
  await expect(sheet).toContainText('2 blocks are written as Markdown')
  await expect(sheet).toContainText('1 block is kept as HTML')
  await expect(sheet.getByRole('group', { name: 'Differences' })).toContainText('They come **twice** a day.')
  const convert = sheet.getByRole('button', { name: 'Convert to Markdown' })
  await expect(convert).toBeEnabled()
  await settled(page)
  await expectSound(page, { what: 'convert', picture: (name) => info.outputPath(`convert-${name}`) })
  expect((await call('getItem', { id })).item.contentFormat).toBe('html')
  await convert.press('Enter')
  await expect(sheet).toBeHidden()

  await expect(page.getByRole('textbox', { name: 'Body' }).getByRole('heading', { name: 'Tides' })).toBeVisible()
  const { item } = await call('getItem', { id })
  expect(item).toMatchObject({ contentFormat: 'markdown', status: 'published' })
  expect(item.content).toMatch(/^## Tides\n\nThey come \*\*twice\*\* a day\.\n\n<figure>/)
  const after = (await call('getItem', { id, bodyFormat: 'html' })).item.contentHtml
  expect(after.replace(/\n/g, '')).toBe(before.replace(/\n/g, ''))

  const { items } = await call('listItemRevisions', { id })
  expect(items[0]).toMatchObject({ note: 'Converted from HTML to Markdown' })
  await call('restoreItemRevision', { id, revision: items[1].n }, { confirm: true })
  expect((await call('getItem', { id })).item).toMatchObject({ content: html, contentFormat: 'html' })
})
