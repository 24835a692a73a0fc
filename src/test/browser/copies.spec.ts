import { openWordpress } from '#test/standins/wordpress.ts'

import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Flow Press', expectedErrors: [/403|422|424/] })

test('a site and its collection are chosen, fields are mapped with what they would send, and the mode is switched there and back', async ({
  page,
  server: { webflow },
  installation,
}, info) => {
  const person = personOf(page.request, installation)
  const { slug } = installation.organization
  const item = { collectionId: 'articles', title: 'Ebb tide', content: 'Text.', status: 'published', excerpt: 'Short.' }
  await person('createItem', item, { confirm: true })

  await page.goto(`/o/${slug}/settings/integrations`)
  await page.getByRole('link', { name: 'Connect Webflow…' }).press('Enter')
  await page.getByLabel('API token').fill(webflow.given.secret.token)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const prove = page.getByRole('dialog').getByLabel('Password')
  await prove.or(page.getByText('Something must be chosen')).first().waitFor()
  if (await prove.isVisible()) {
    await prove.fill(installation.owner.password)
    await prove.press('Enter')
  }
  const place = page.getByRole('region', { name: 'Place of the copies' })
  await expect(place.getByText('Choose the site.')).toBeVisible()
  await place.getByRole('textbox', { name: 'Search' }).fill('lamp')
  await expect(place.getByRole('button', { name: 'Choose Other Press' })).toHaveCount(0)
  await settled(page)
  await expectSound(page, { what: 'sites', picture: (name) => info.outputPath(`sites-${name}`) })
  await place.getByRole('button', { name: 'Choose Lamp Press' }).press('Enter')
  await expect(place.getByText('Choose the collection whose items the articles become.')).toBeVisible()
  await place.getByRole('button', { name: 'Choose Blog Posts' }).press('Enter')
  await expect(place.getByText('Copies live in Blog Posts.')).toBeVisible()

  const fields = page.getByRole('region', { name: 'Fields' })
  await fields.getByRole('button', { name: 'Show fields' }).click()
  const excerpt = fields.getByLabel('Field for Excerpt')
  await expect(excerpt).toHaveValue('post-summary')
  await expect(excerpt).toHaveAccessibleDescription('Short.')
  await excerpt.fill('post-sumary')
  await fields.getByRole('button', { name: 'Save fields' }).click()
  await expect(fields.getByText('Webflow has no field “post-sumary”.')).toBeVisible()
  await settled(page)
  await expectSound(page, { what: 'fields', picture: (name) => info.outputPath(`fields-${name}`) })
  await excerpt.fill('')
  await fields.getByRole('button', { name: 'Save fields' }).press('Enter')
  await expect(page.getByText('Fields go there from the next change on.')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 720 })
  await expectSound(page, { what: 'phone', picture: (name) => info.outputPath(`phone-${name}`) })
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('button', { name: 'Send articles there…' }).click()
  const there = page.getByRole('alertdialog', { name: 'Send articles to Webflow?' })
  await expect(there).toContainText('1 new, 0 changed, 0 as they are')
  await expect(there).toContainText('no longer get an answer')
  await settled(page)
  await expectSound(page, { what: 'plan', picture: (name) => info.outputPath(`plan-${name}`) })
  await there.getByRole('button', { name: 'Send articles there' }).click()
  await expect(page.getByText('Published articles go to Webflow.')).toBeVisible({ timeout: 20_000 })
  const [copy] = [...webflow.items.values()]
  expect(copy?.fieldData).toMatchObject({ name: 'Ebb tide' })
  expect(copy?.fieldData).not.toHaveProperty('post-summary')

  await page.getByRole('button', { name: 'Let websites read here again…' }).click()
  const back = page.getByRole('alertdialog', { name: 'Let websites read articles here again?' })
  await back.getByRole('button', { name: 'Let websites read here' }).click()
  await expect(page.getByText('Websites read articles here. Webflow gets nothing yet.')).toBeVisible()
})

test.describe('an article', () => {
  test.use({ organizationName: 'Copied Press' })

  test('shows its copy, what was changed there, and is written over it only when somebody says so', async ({
    page,
    installation,
  }, info) => {
    const site = await openWordpress()
    const person = personOf(page.request, installation)
    const { slug } = installation.organization
    const { id } = (
      await person(
        'createItem',
        { collectionId: 'articles', title: 'Spring tide', content: 'Text.', status: 'published' },
        { confirm: true },
      )
    ).item
    await page.request.post('/app/session/elevation', { data: { password: installation.owner.password } })
    const { integration } = await person('setConnectorSecret', site.given, { confirm: true })
    await person('setContentMode', { mode: 'wordpress', migrate: 'push_published' }, { confirm: true })
    await expect.poll(async () => (await person('getItem', { id })).item.externalState).toBe('synced')

    await page.goto(`/o/${slug}/content/${id}`)
    const copy = page.getByRole('region', { name: 'Copy', exact: true })
    await expect(copy.getByText('As here')).toBeVisible()
    await expect(copy.getByRole('link', { name: 'Copy in WordPress' })).toHaveAttribute('href', /^http/)
    await settled(page)
    await expectSound(page, { what: 'as here', picture: (name) => info.outputPath(`as-here-${name}`) })

    const [post] = [...site.posts.values()]
    if (post !== undefined) post.title = 'Their title'
    await person('testIntegration', { id: integration.id, itemId: id }, { confirm: true })
    await page.reload()
    await expect(copy.getByText('Changed there', { exact: true })).toBeVisible()
    await expect(copy).toContainText('Changed in WordPress since it was sent: Title.')
    await settled(page)
    await expectSound(page, { what: 'changed there', picture: (name) => info.outputPath(`changed-${name}`) })
    await page.setViewportSize({ width: 320, height: 720 })
    await expectSound(page, { what: 'phone', picture: (name) => info.outputPath(`changed-phone-${name}`) })
    await page.setViewportSize({ width: 1280, height: 800 })

    await copy.getByRole('button', { name: 'Write over it…' }).press('Enter')
    const asked = page.getByRole('alertdialog', { name: 'Write over the copy in WordPress?' })
    await expectSound(page, { what: 'asked', picture: (name) => info.outputPath(`asked-${name}`) })
    await asked.getByRole('button', { name: 'Write over it' }).click()
    await expect.poll(() => post?.title).toBe('Spring tide')
    await expect(copy.getByText('As here')).toBeVisible({ timeout: 20_000 })

    await copy.getByRole('button', { name: 'Push now…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Push now' }).click()
    await expect(page.getByText('“Spring tide” is sent.')).toBeVisible({ timeout: 20_000 })
    await site.close()
  })
})
