import { crc32, deflateSync } from 'node:zlib'

import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
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
