import { articlePath, newArticle } from './article-calls.ts'
import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Marked Gazette' })

test('structured data begins with a template, says what it lacks, and keeps what is not JSON out of the article', async ({
  page,
  request,
  installation,
}, info) => {
  const call = personOf(request, installation)
  const id = await newArticle(call, { title: 'Kettles', content: 'No heading.' })
  const saved = async () => {
    await page.keyboard.press('ControlOrMeta+S')
    await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
    return (await call('getItem', { id })).item.schemaJsonLd
  }
  await page.goto(`${articlePath(installation, id)}?field=schemaJsonLd`)
  const part = page.getByRole('region', { name: 'Structured data' })
  const text = part.getByRole('textbox', { name: 'Structured data, as JSON-LD' })
  await expect(text).toBeFocused()
  await expect(part).toContainText('none of its own')

  await part.getByRole('button', { name: 'FAQ page' }).click()
  await expect(part).toContainText('made of the questions below the text')
  await part.getByRole('button', { name: 'Article' }).click()
  await expect(text).toHaveValue(/"headline": "Kettles"/)
  await expect(part).toContainText('The checks miss nothing in it.')
  expect(await saved()).toMatchObject({ '@type': 'Article', headline: 'Kettles' })

  await text.fill('{"@context": "https://schema.org", "@type": "HowTo"}')
  await expect(part).toContainText('HowTo lacks')
  await text.fill('{"@type": ')
  await expect(part).toContainText('This is not JSON yet')
  await expect(text).toHaveAttribute('aria-invalid', 'true')
  await settled(page)
  await expectSound(page, { what: 'data', picture: (name) => info.outputPath(`data-${name}`) })
  await page.getByRole('tab', { name: 'Links' }).click()
  await page.getByRole('tab', { name: 'Search & social' }).click()
  await expect(text).toHaveValue('{"@type": ')
  expect(await saved()).toEqual({ '@context': 'https://schema.org', '@type': 'HowTo' })
  await page.reload()
  await expect(text).toHaveValue('{"@type": ')
  await expect(part).toContainText('This is not JSON yet')

  await text.fill('')
  expect(await saved()).toBeNull()
  await page.reload()
  await expect(text).toHaveValue('')
})

test('on a phone an address with a field of a tab opens it', async ({ page, request, installation }, info) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const call = personOf(request, installation)
  const id = await newArticle(call, { title: 'Kettles' })

  await page.goto(`${articlePath(installation, id)}?field=schemaJsonLd`)

  const sheet = page.getByRole('dialog', { name: 'About this article' })
  await sheet.getByRole('button', { name: 'Article' }).click()
  await expect(sheet.getByRole('textbox', { name: 'Structured data, as JSON-LD' })).toHaveValue(/"Kettles"/)
  await settled(page)
  await expectSound(page, { what: 'phone', picture: (name) => info.outputPath(`phone-${name}`), fullPage: false })
})
