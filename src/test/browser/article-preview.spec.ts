import { createHash } from 'node:crypto'

import sharp from 'sharp'

import { expect, test } from './fixtures.ts'
import { expectSound, keepPicture } from './page-checks.ts'
import { personOf } from './person-calls.ts'

test.use({
  organizationName: 'Lantern Press',
  // The tool that tests with would like to run its own scripts in the frame.
  expectedErrors: [/^Blocked script execution in/],
})

const content = [
  'Mist lies over the quay. [The tide table](https://tides.example/today) says why.',
  '## Why it lifts',
  '![A lamp in the mist](https://elsewhere.example/lamp.webp)',
  '| Hour | Mist |\n| --- | --- |\n| 8 | thick |\n| 12 | gone |',
  '> It lifts before noon.',
  '```ts\nconst sight = 40\n```',
].join('\n\n')

/** A picture of one colour in the media of the organization. */
async function upload(call: ReturnType<typeof personOf>): Promise<string> {
  const background = { r: 120, g: 140, b: 150 }
  const bytes = await sharp({ create: { width: 640, height: 280, channels: 3, background } })
    .png()
    .toBuffer()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const about = { filename: 'mist.png', mime: 'image/png', bytes: bytes.length, sha256 }
  const { mediaId, uploadUrl } = await call('createMediaUpload', about)
  await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) })
  await call('completeMediaUpload', { mediaId, alt: 'Mist' })
  return mediaId
}

test('an article is previewed with what is not saved yet, on a page that can do nothing', async ({
  page,
  request,
  installation,
}, info) => {
  const call = personOf(request, installation)
  const [collection] = (await call('listCollections', {})).items
  const featuredImageId = await upload(call)
  // What is live is saved only when it is said.
  const article = { collectionId: collection.id, title: 'Mist', content, featuredImageId, status: 'published' }
  const { id } = (await call('createItem', article, { confirm: true })).item
  const path = `/o/${installation.organization.slug}/content/${id}`
  await page.goto(path)
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Mist on the quay')
  await page.getByRole('textbox', { name: 'In short' }).fill('It lifts before noon.')

  const answered = page.waitForResponse((response) => response.url().includes('/app/preview/'))
  await page.getByRole('button', { name: 'Preview', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  const frame = dialog.frameLocator('iframe')
  await expect(frame.getByRole('heading', { level: 1, name: 'Mist on the quay' })).toBeVisible()
  await expect(frame.getByText('It lifts before noon.').first()).toBeVisible()
  await expect(frame.getByText('Picture on another host: A lamp in the mist')).toBeVisible()
  await expect(frame.getByRole('cell', { name: 'thick' })).toBeVisible()
  await expect(frame.locator('img')).toHaveJSProperty('naturalWidth', 640)
  await expect(dialog).toContainText('With what is not saved yet.')
  const headers = (await answered).headers()
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; img-src 'self'; style-src 'self'; font-src 'self'; frame-ancestors 'self'; sandbox",
  )
  expect(headers['x-frame-options']).toBeUndefined()
  await expect(dialog.locator('iframe')).toHaveAttribute('sandbox', '')
  expect((await call('getItem', { id })).item.title).toBe('Mist')
  await expectSound(page, { what: 'preview', picture: (name) => info.outputPath(`desktop-${name}`), fullPage: false })

  await dialog.getByRole('button', { name: 'Phone' }).press('Enter')
  await expect(page).toHaveURL(/preview=phone/)
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await frame.locator('html').evaluate((root) => root.clientWidth)).toBeLessThanOrEqual(390)
  await keepPicture(page, info.outputPath('phone-width.png'))
  await page.reload()
  await expect(frame.getByRole('heading', { level: 1, name: 'Mist on the quay' })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectSound(page, { what: 'phone', picture: (name) => info.outputPath(`phone-${name}`), fullPage: false })
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(path)
  const refused = await fetch(`${installation.origin}/app/preview/${installation.organization.id}/${id}`, {
    method: 'POST',
    body: 'changes={}',
  })
  expect(refused.status).toBe(401)
  expect(await refused.text()).not.toContain('Mist')
})

test('of many members those who are asked are found by name, at most ten', async ({ page, request, installation }) => {
  const call = personOf(request, installation)
  const { id } = (await call('createItem', { collectionId: 'articles', title: 'Haze', content: 'Haze.' })).item
  await page.route('**/listMembers', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    const [owner] = json.result.items
    const more = Array.from({ length: 30 }, (_, n) => ({ ...owner, userId: `usr_${n}`, name: `Reader ${n}` }))
    await route.fulfill({ response, json: { ...json, result: { ...json.result, items: [...more, owner] } } })
  })
  await page.goto(`/o/${installation.organization.slug}/content/${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Ask for a review…' }).click()
  const dialog = page.getByRole('dialog')

  await dialog.getByRole('searchbox', { name: 'Search people' }).fill('reader 1')
  await expect(dialog.getByRole('checkbox')).toHaveCount(11)
  for (const box of await dialog.getByRole('checkbox').all()) await box.check()
  await expect(dialog.getByText('At most 10 people are asked at a time.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Reader 19' }).uncheck()
  await dialog.getByRole('searchbox', { name: 'Search people' }).fill('nobody')
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(10)
  await expectSound(page, { what: 'many-members' })
  await expect(dialog.getByRole('button', { name: 'Ask', exact: true })).toBeEnabled()
})

test('a review is asked for, decided with a reason, asked for again and approved', async ({
  page,
  request,
  installation,
}, info) => {
  const call = personOf(request, installation)
  const [collection] = (await call('listCollections', {})).items
  const { id } = (await call('createItem', { collectionId: collection.id, title: 'Fog', content: 'Fog comes.' })).item
  const [owner] = (await call('listMembers', {})).items
  const review = page.getByRole('region', { name: 'Review' })
  const ask = async (note: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Ask for a review…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ask for a review of “Fog”' })
    await expect(dialog.getByRole('button', { name: 'Ask', exact: true })).toBeDisabled()
    await dialog.getByRole('checkbox', { name: owner.name }).check()
    await dialog.getByRole('textbox', { name: 'Note' }).fill(note)
    await expectSound(page, { what: 'ask', picture: (name) => info.outputPath(`ask-${name}`), fullPage: false })
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(review).toContainText(`“${note}”`)
  }
  await page.goto(`/o/${installation.organization.slug}/content/${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Ask for a review…' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
  await ask('By Friday')
  await expect(page.getByText('In review', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Decide the review…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Review of “Fog”' })
  await dialog.getByRole('radio', { name: 'Approve' }).focus()
  await page.keyboard.press('ArrowDown')
  await dialog.getByRole('textbox', { name: 'Note' }).focus()
  await page.keyboard.type('Name a source')
  await expectSound(page, { what: 'decide', picture: (name) => info.outputPath(`decide-${name}`), fullPage: false })
  await page.keyboard.press('Enter')
  await expect(review).toContainText('asks for changes')
  await expect(review).toContainText('“Name a source”')
  await keepPicture(page, info.outputPath('changes.png'))

  await ask('With its source')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Decide the review…' }).click()
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(review).toContainText('approved it')
  await expectSound(page, { what: 'approved', picture: (name) => info.outputPath(`approved-${name}`), fullPage: false })
  expect((await call('getItem', { id })).item.reviewState).toBe('approved')
})
