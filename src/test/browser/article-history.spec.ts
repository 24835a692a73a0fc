import { articlePath, newArticle } from './article-calls.ts'
import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Compared Gazette', viewport: { width: 1440, height: 900 } })

const before = '## Tides\n\nThe tide comes **twice** a day.\n\nSame.\n\nSame too.\n\nGone.'
const after = '## Tides\n\nThe tide comes **once** a day.\n\nSame.\n\nSame too.\n\nNew words.'

test('revisions are compared as they read, fields first, side by side or in line as the address says', async ({
  page,
  request,
  installation,
}, info) => {
  const call = personOf(request, installation)
  const id = await newArticle(call, { title: 'Tides', content: before })
  await call('updateItem', { id, content: after, seoTitle: 'Tides, once more', note: 'Counted again' })
  await call('updateItem', { id, content: after.replace('New words.', 'Newer words.'), note: 'Named' })
  await page.goto(`${articlePath(installation, id)}?rail=history`)
  await page.getByRole('button', { name: 'Compare revision 2' }).click()
  const sheet = page.getByRole('dialog', { name: 'Revision 2' })
  const body = sheet.getByRole('group', { name: 'Content' })

  await expect(page).toHaveURL(/revision=2/)
  await expect(sheet.getByRole('group', { name: 'SEO title' }).getByRole('insertion')).toHaveText('Tides, once more')
  await expect(body.getByRole('deletion')).toHaveText(['twice', 'Gone.'])
  await expect(body.getByRole('insertion')).toHaveText(['once', 'New words.'])
  // As it reads: the mark of a bold word is not a sign.
  await expect(body.locator('strong')).toHaveText(['twice', 'once'])
  await expect(body).not.toContainText('**')
  await expect(body.getByText('2 equal paragraphs')).toHaveCount(2)
  const [gone, come] = [await body.getByText('twice').boundingBox(), await body.getByText('once').boundingBox()]
  expect(come?.x).toBeGreaterThan((gone?.x ?? 0) + 200)
  expect(come?.y).toBe(gone?.y)
  await settled(page)
  await expectSound(page, { what: 'sides', picture: (name) => info.outputPath(`sides-${name}`), fullPage: false })

  await sheet.getByRole('link', { name: 'In line' }).click()
  await expect(page).toHaveURL(/line=true/)
  await page.reload()
  await expect(body.getByRole('paragraph').first()).toHaveText('The tide comes twiceonce a day.')
  await settled(page)
  await expectSound(page, { what: 'in line', picture: (name) => info.outputPath(`line-${name}`), fullPage: false })

  await sheet.getByRole('link', { name: 'With what it says now' }).click()
  await expect(body.getByRole('insertion')).toHaveText(['Newer'])
  await expect(sheet.getByRole('group', { name: 'SEO title' })).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/rail=history$/)
})

test('on a phone revisions are compared in line', async ({ page, request, installation }, info) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const call = personOf(request, installation)
  const id = await newArticle(call, { title: 'Tides', content: before })
  await call('updateItem', { id, content: after, seoTitle: 'Tides, once more', note: 'Counted again' })
  await page.goto(`${articlePath(installation, id)}?rail=history&revision=2`)
  const sheet = page.getByRole('dialog', { name: 'Revision 2' })

  await expect(sheet.getByRole('group', { name: 'Content' }).getByRole('insertion')).toHaveText(['once', 'New words.'])
  await expect(sheet.getByRole('link', { name: 'Side by side' })).toHaveCount(0)
  await settled(page)
  await expectSound(page, { what: 'phone', picture: (name) => info.outputPath(`phone-${name}`), fullPage: false })
})
