import { crc32, deflateSync } from 'node:zlib'

import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { storePainter } from './model-server.ts'
import { expectSound, layoutShift } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

// What these tests create would disturb others.
test.use({ organizationName: 'Picture Press' })

/** A PNG of one colour: what differs in a byte is another picture. */
function png(width: number, height: number, [red, green, blue]: [number, number, number]): Buffer {
  const row = Buffer.concat([
    Buffer.from([0]),
    Buffer.from(Array.from({ length: width }, () => [red, green, blue]).flat()),
  ])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const file = (name: string, colour: [number, number, number]) => ({
  name,
  mimeType: 'image/png',
  buffer: png(800, 500, colour),
})

/** Holds a file above the page and lets go of it. */
async function drop(page: Page, { name, buffer }: ReturnType<typeof file>): Promise<void> {
  await page.evaluate(
    ([name, bytes]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(
        new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name, { type: 'image/png' }),
      )
      const event = { dataTransfer, bubbles: true, cancelable: true }
      document.body.dispatchEvent(new DragEvent('dragover', event))
      document.body.dispatchEvent(new DragEvent('drop', event))
    },
    [name, buffer.toString('base64')] as const,
  )
}

test('pictures are uploaded by a chooser and by dropping, described, and deleted when nothing uses them', async ({
  page,
  request,
  installation,
}, info) => {
  const person = personOf(request, installation)
  await page.goto('/o/picture-press/media?tab=nonsense')
  await expect(page.getByText('No pictures yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Generate a picture…' })).toBeHidden()
  await settled(page)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expectSound(page, { picture: (name) => info.outputPath(`empty-${name}`) })

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload' }).press('Enter')
  await (await chooser).setFiles(file('harbour.png', [40, 90, 140]))
  const peek = page.getByRole('complementary', { name: 'Peek' })
  const alt = peek.getByRole('textbox', { name: 'Alt text' })
  await alt.focus()
  await page.keyboard.type('Ships in a harbour')
  await page.keyboard.press('Enter')
  await expect(peek.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  const [media] = (await person('listMedia', {})).items
  expect(media).toMatchObject({ alt: 'Ships in a harbour', filename: 'harbour.png' })
  // What others write comes into the field, and is not overwritten by leaving it.
  const describe = (text: string) => person('updateMedia', { mediaId: media.id, alt: text })
  await describe('Boats at dawn')
  await expect(alt).toHaveValue('Boats at dawn')
  await alt.fill('Ships in a harbour')
  await describe('Boats at noon')
  await expect(peek.getByText('Somebody else has written “Boats at noon” meanwhile.')).toBeVisible()
  await alt.blur()
  await settled(page)
  expect((await person('listMedia', {})).items[0].alt).toBe('Boats at noon')
  await alt.press('Enter')
  await expect(peek.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  expect((await person('listMedia', {})).items[0].alt).toBe('Ships in a harbour')

  await drop(page, file('bridge.png', [150, 70, 50]))
  await expect(peek.getByRole('heading', { name: 'bridge.png' })).toBeVisible()
  await page.getByRole('tab', { name: 'Without alt text' }).click()
  const pictures = page.getByRole('list', { name: 'Pictures' })
  await expect(pictures.getByRole('listitem')).toHaveCount(1)
  await expect(pictures).toContainText('no alt text')
  await page.getByRole('tab', { name: 'All' }).click()

  await person('createItem', {
    collectionId: 'articles',
    title: 'How tides work',
    content: 'Words.',
    featuredImageId: media.id,
  })
  await page.reload()
  await pictures.getByRole('link', { name: 'harbour.png' }).focus()
  await page.keyboard.press('Enter')
  await expect(peek).toContainText('Used in 1 article')
  await expect(peek.getByRole('link', { name: 'How tides work' })).toBeVisible()
  await expect(peek.getByRole('button', { name: 'Delete…' })).toBeDisabled()
  await settled(page)
  await expectSound(page, { picture: (name) => info.outputPath(name) })
  await page.getByRole('combobox', { name: 'View' }).selectOption('List')
  await expect(page.getByRole('row', { name: 'harbour.png' })).toContainText('Ships in a harbour')
  await expectSound(page, { picture: (name) => info.outputPath(`list-${name}`) })

  await peek.getByRole('button', { name: 'Use another instead…' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Choose a picture' })
  await sheet.getByRole('button', { name: 'bridge.png' }).press('Enter')
  const asked = page.getByRole('alertdialog')
  await expect(asked).toContainText('1 article changes')
  await expectSound(page, { picture: (name) => info.outputPath(`replace-${name}`) })
  await asked.getByRole('button', { name: 'Use it instead' }).press('Enter')
  await expect(peek).toContainText('Used nowhere')
  await page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last().press('Enter')
  await expect(peek).toContainText('Used in 1 article')

  await page.getByRole('row', { name: 'bridge.png' }).getByRole('link').press('Enter')
  await expect(peek.getByRole('heading', { name: 'bridge.png' })).toBeVisible()
  await peek.getByRole('button', { name: 'Delete…' }).press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Delete picture' })).toBeEnabled()
  await expectSound(page)
  await question.getByRole('button', { name: 'Delete picture' }).press('Enter')
  await expect(page.getByRole('row', { name: 'bridge.png' })).toBeHidden()
  await page.goto('/o/picture-press/media')
  await page.setViewportSize({ width: 320, height: 700 })
  await expect(pictures.getByRole('listitem')).toHaveCount(1)
  await expectSound(page, { picture: (name) => info.outputPath(`phone-${name}`) })
})

test.describe('what is no picture', () => {
  test.use({ expectedErrors: [/status of 422/] })

  test('is refused with the reason, and left out', async ({ page }) => {
    await page.goto('/o/picture-press/media')
    await expect(page.getByRole('button', { name: 'Upload' })).toBeEnabled()
    await drop(page, { ...file('words.png', [0, 0, 0]), buffer: Buffer.from('only words') })
    const uploads = page.getByRole('list', { name: 'Uploads' })
    await expect(uploads.getByRole('alert')).toBeVisible()
    await expectSound(page)
    await uploads.getByRole('button', { name: 'Leave out words.png' }).click()
    await expect(uploads).toBeHidden()
  })
})

test.describe('with a model that draws', () => {
  test.use({ organizationName: 'Drawn Press' })

  test.beforeEach(async ({ page, server, installation }) => {
    server.llm.says({})
    await storePainter(page, installation)
  })

  test('a picture is drawn into Media; one that the model refuses is asked for in other words', async ({
    page,
    request,
    server,
    installation,
  }, info) => {
    const person = personOf(request, installation)
    for (const title of ['How bees sleep', 'How tides work'])
      await person('createItem', { collectionId: 'articles', title, content: 'Words.' })
    server.llm.says({ end: 'refused' })
    await page.goto('/o/drawn-press/media')
    await settled(page)
    expect(await layoutShift(page)).toBeLessThan(0.02)
    await page.getByRole('button', { name: 'Generate a picture…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Generate a picture' })
    await dialog.getByLabel('What it shows').fill('A famous cartoon bee')
    await dialog.getByLabel('Shape').selectOption('Square')
    await dialog.getByLabel('Article', { exact: true }).fill('bees')
    await expect(dialog.getByRole('radio')).toHaveCount(1)
    await expect(dialog.getByRole('radio', { name: 'How bees sleep' })).toBeChecked()
    await expect(dialog).toContainText('4 credits.')
    await settled(page)
    await expectSound(page, { what: 'wish', picture: (name) => info.outputPath(`wish-${name}`) })
    await page.setViewportSize({ width: 320, height: 700 })
    await expectSound(page, { what: 'wish', picture: (name) => info.outputPath(`wish-phone-${name}`) })
    await page.setViewportSize({ width: 1280, height: 800 })

    await dialog.getByRole('button', { name: 'Generate picture' }).press('Enter')
    const status = dialog.getByRole('status')
    await expect(status).toContainText('refuses')
    await expect(status).toContainText('Nothing was charged. Say it in other words')
    await expectSound(page, { what: 'refused', picture: (name) => info.outputPath(`refused-${name}`) })

    server.llm.says({})
    await dialog.getByRole('button', { name: 'Change what it shows' }).press('Enter')
    await expect(dialog.getByLabel('Shape')).toHaveValue('1:1')
    await expect(dialog.getByLabel('What it shows')).toHaveValue('A famous cartoon bee')
    await dialog.getByLabel('What it shows').fill('A bee asleep in a flower')
    await dialog.getByRole('button', { name: 'Generate picture' }).press('Enter')
    await expect(status).toHaveText('It is drawn, and in Media.')
    await expect(dialog.getByRole('img', { name: 'A bee asleep in a flower' })).toBeVisible()
    await settled(page)
    await expectSound(page, { what: 'drawn', picture: (name) => info.outputPath(`drawn-${name}`) })
    await dialog.getByRole('button', { name: 'Show it in Media' }).press('Enter')

    await expect(dialog).toBeHidden()
    const peek = page.getByRole('complementary', { name: 'Peek' })
    await expect(peek).toContainText('Generated')
    await expect(peek.getByRole('textbox', { name: 'Alt text' })).toHaveValue('A bee asleep in a flower')
    await expect(page.getByRole('link', { name: 'A bee asleep in a flower' })).toBeVisible()
    await settled(page)
    await expectSound(page, { what: 'drawn picture', picture: (name) => info.outputPath(`generated-${name}`) })
  })

  test('a picture is drawn to its end after its dialog is closed', async ({
    page,
    request,
    server,
    installation,
  }, info) => {
    const person = personOf(request, installation)
    await person('createItem', { collectionId: 'articles', title: 'How foxes hear', content: 'Words.' })
    const goOn = Promise.withResolvers<void>()
    server.llm.says({ drawnAfter: goOn.promise })
    await page.goto('/o/drawn-press/media')
    await page.getByRole('button', { name: 'Generate a picture…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Generate a picture' })
    await dialog.getByLabel('What it shows').fill('A fox that listens')
    await dialog.getByRole('radio', { name: 'How foxes hear' }).check()
    await dialog.getByRole('button', { name: 'Generate picture' }).press('Enter')
    await expect(dialog.getByRole('status')).toContainText('The model is drawing.')
    await expect(dialog.getByRole('button', { name: 'Stop' })).toBeVisible()
    await expectSound(page, { what: 'being drawn', picture: (name) => info.outputPath(`drawing-${name}`) })

    await dialog.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(page.getByRole('status', { name: 'Jobs' })).toContainText('Drawing a picture')
    goOn.resolve()

    await expect(page.getByText('The picture is in Media.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'A fox that listens' })).toBeVisible()
  })

  test('the featured picture of an article is drawn where it is chosen', async ({
    page,
    request,
    installation,
  }, info) => {
    const person = personOf(request, installation)
    const { item } = await person('createItem', { collectionId: 'articles', title: 'Why owls turn', content: 'Words.' })
    await page.goto(`/o/drawn-press/content/${item.id}`)
    await page.getByRole('button', { name: 'Choose a picture…' }).press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Choose a picture' })
    await sheet.getByRole('button', { name: 'Generate a picture…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Generate a picture' })
    await expect(dialog.getByLabel('What it shows')).toBeFocused()
    await expect(dialog.getByRole('radio')).toHaveCount(0)
    await dialog.getByLabel('What it shows').fill('An owl that looks back')
    await settled(page)
    await expectSound(page, { what: 'wish of an article', picture: (name) => info.outputPath(`featured-${name}`) })
    await dialog.getByRole('button', { name: 'Generate picture' }).press('Enter')
    await dialog.getByRole('button', { name: 'Use this picture' }).press('Enter')

    await expect(sheet).toBeHidden()
    await expect(page.getByRole('group', { name: 'Picture', exact: true })).toContainText('Chosen')
    await expect.poll(async () => (await person('getItem', { id: item.id })).item.featuredImageId).toMatch(/^med_/)
  })
})
