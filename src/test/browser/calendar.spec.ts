import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { expectSound, keepPicture, layoutShift } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

// What these tests create would disturb others. Its time zone is UTC.
test.use({ organizationName: 'Calendar Press', timezoneId: 'UTC' })

const calendar = '/o/calendar-press/calendar'

/** A day in the month after next, which is all ahead: `2027-01-12`. */
function ahead(day: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, day)).toISOString().slice(0, 10)
}
const cell = (page: Page, day: string) => page.locator(`[role=gridcell][data-day="${day}"]`)

test('articles are dragged to another day and from the tray, and put back', async ({
  page,
  request,
  installation,
}, info) => {
  const person = personOf(request, installation)
  await person('updateOrganizationSettings', { defaults: { publishTime: '09:00' } })
  const write = async (title: string) =>
    (await person('createItem', { collectionId: 'articles', title, content: 'Words to read.' })).item.id
  const id = await write('Program management update')
  await person('scheduleItem', { id, publishAt: `${ahead(12)}T14:30:00Z` }, { confirm: true })
  const draft = await write('Faster linking times')
  const at = async (item: string) => (await person('getItem', { id: item })).item.publishAt
  const messages = page.getByRole('status', { name: 'Messages' })

  await page.goto(`${calendar}?date=${ahead(12)}&tray=all`)
  await page.getByRole('link', { name: 'Program management update' }).dragTo(cell(page, ahead(14)))
  await expect(cell(page, ahead(14)).getByRole('link', { name: 'Program management update' })).toBeVisible()
  expect(await at(id)).toBe(`${ahead(14)}T14:30:00.000Z`)
  await messages.getByRole('button', { name: 'Undo' }).click()
  await expect(cell(page, ahead(12)).getByRole('link', { name: 'Program management update' })).toBeVisible()
  expect(await at(id)).toBe(`${ahead(12)}T14:30:00.000Z`)

  const tray = page.getByRole('region', { name: 'Drafts, no date' })
  await expect(cell(page, ahead(20))).toContainText('09:00')
  await tray.getByRole('link', { name: 'Faster linking times' }).dragTo(cell(page, ahead(20)))
  const sheet = page.getByRole('dialog', { name: 'Schedule “Faster linking times”' })
  await expect(sheet.getByLabel('Time', { exact: true })).toHaveValue(`${ahead(20)}T09:00`)
  await expect(sheet.getByRole('region', { name: 'Checks' })).toContainText('3 errors')
  const schedule = sheet.getByRole('button', { name: 'Schedule', exact: true })
  await expect(schedule).toBeEnabled()
  await expect(sheet.getByRole('list', { name: 'What happens' })).toContainText('becomes public at')
  expect(await at(draft)).toBeNull()
  await schedule.click()
  await expect(cell(page, ahead(20)).getByRole('link', { name: 'Faster linking times' })).toBeVisible()
  expect(await at(draft)).toBe(`${ahead(20)}T09:00:00.000Z`)
  await expect(tray.getByRole('link', { name: 'Faster linking times' })).toHaveCount(0)
  await settled(page)
  await expectSound(page, { picture: (name) => info.outputPath(`month-${name}`) })
  await messages.getByRole('button', { name: 'Undo' }).click()
  await expect(tray.getByRole('link', { name: 'Faster linking times' })).toBeVisible()
  expect(await at(draft)).toBeNull()
})

test('an article is moved, and a draft gets its date, by the keyboard alone', async ({
  page,
  request,
  installation,
}, info) => {
  const person = personOf(request, installation)
  const write = async (title: string) =>
    (await person('createItem', { collectionId: 'articles', title, content: 'Words to read.' })).item.id
  const id = await write('Moved by keys')
  await person('scheduleItem', { id, publishAt: `${ahead(5)}T10:00:00Z` }, { confirm: true })
  const draft = await write('Dated by keys')

  await page.goto(`${calendar}?date=${ahead(4)}&tray=all`)
  await expect(page.getByRole('link', { name: 'Moved by keys' })).toBeVisible()
  await cell(page, ahead(4)).focus()
  await page.keyboard.press('ArrowRight')
  await expect(cell(page, ahead(5))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Moved by keys' })).toBeFocused()
  await page.keyboard.press('Enter')
  const peek = page.getByRole('complementary', { name: 'Peek' })
  await expect(peek.getByRole('button', { name: 'Move…' })).toBeFocused()
  await expectSound(page, { what: 'peek', picture: (name) => info.outputPath(`peek-${name}`), fullPage: false })
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move “Moved by keys”' })
  const time = dialog.getByLabel('Time', { exact: true })
  await expect(time).toHaveValue(`${ahead(5)}T10:00`)
  await expectSound(page, { what: 'dialog' })
  await keepPicture(page, info.outputPath('move.png'))
  const happens = dialog.getByRole('list', { name: 'What happens' })
  const move = dialog.getByRole('button', { name: 'Move', exact: true })
  await time.fill(`${ahead(6)}T11:15`)
  await expect(happens).toContainText('11:15')
  await expect(dialog.getByRole('region', { name: 'Checks' })).toBeVisible()
  await expect(move).toBeEnabled()
  await move.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(cell(page, ahead(6)).getByRole('link', { name: 'Moved by keys' })).toBeVisible()
  expect((await person('getItem', { id })).item.publishAt).toBe(`${ahead(6)}T11:15:00.000Z`)
  await page.keyboard.press('Escape')
  await expect(peek).toBeHidden()

  await page.getByRole('region', { name: 'Drafts, no date' }).getByRole('link', { name: 'Dated by keys' }).focus()
  await page.keyboard.press('s')
  const other = page.getByRole('dialog', { name: 'Schedule “Dated by keys”' })
  await other.getByLabel('Time', { exact: true }).fill(`${ahead(8)}T08:00`)
  await expect(other.getByRole('list', { name: 'What happens' })).toContainText('08:00')
  await expect(other.getByRole('button', { name: 'Schedule', exact: true })).toBeEnabled()
  await other.getByRole('button', { name: 'Schedule', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(cell(page, ahead(8)).getByRole('link', { name: 'Dated by keys' })).toBeVisible()
  expect((await person('getItem', { id: draft })).item.status).toBe('scheduled')
})

test('what is ready waits beside the days, and all drafts are one press away', async ({
  page,
  request,
  installation,
}) => {
  const person = personOf(request, installation)
  await person('createItem', { collectionId: 'articles', title: 'Half of a thought', content: 'Words to read.' })
  await person('createItem', {
    collectionId: 'articles',
    title: 'The harbour opens its tide gate',
    articleType: 'news',
    primaryKeyword: 'tide gate',
    seoTitle: 'The harbour opens its new tide gate in spring',
    metaDescription:
      'From April the new tide gate lets ships leave the harbour at every hour. What changes for crews, what it costs, and where the old sluice goes after that.',
    content:
      'In April the harbour opens a tide gate that was built in nine months. Until now a ship had to wait for high water before it could leave, sometimes half a day. The old sluice stays as a footbridge. Crews pay nothing in the first year; later a crossing costs twelve euros, less than an hour of waiting. Fishermen asked for it since the storm of 1997, when four boats could not come home in time.',
  })

  await page.goto(calendar)
  const ready = page.getByRole('region', { name: 'Ready, no date' })
  await expect(ready.getByRole('link', { name: 'The harbour opens its tide gate' })).toBeVisible()
  await expect(ready.getByRole('link', { name: 'Half of a thought' })).toHaveCount(0)
  await ready.getByRole('link', { name: 'All drafts' }).click()
  const all = page.getByRole('region', { name: 'Drafts, no date' })
  await expect(all.getByRole('link', { name: 'Half of a thought' })).toBeVisible()
  await expect(page).toHaveURL(`${calendar}?tray=all`)
  await all.getByRole('link', { name: 'Only what is ready' }).click()
  await expect(page).toHaveURL(calendar)
  await expect(ready.getByRole('link', { name: 'Half of a thought' })).toHaveCount(0)
})

test('the day and the view are in the address, and keys turn the pages', async ({ page }) => {
  await page.goto(`${calendar}?date=2026-11-23&view=nonsense`)
  await expect(page.getByRole('heading', { name: 'November 2026', level: 1 })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'November 2026' })).toBeVisible()
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect(page.getByRole('heading', { name: 'December 2026', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Month before' }).click()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('heading', { name: 'October 2026', level: 1 })).toBeVisible()
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Week' }).click()
  await expect(page).toHaveURL(`${calendar}?view=week&date=2026-10-23`)
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('t')
  await expect(page.locator('[aria-current=date]')).toBeVisible()
  await page.keyboard.type('gk')
  await expect(page.getByRole('grid')).toBeVisible()
})

test('each view is sound, in both themes and at every width', async ({ page, request, installation }, info) => {
  const person = personOf(request, installation)
  for (const [title, day] of [
    ['Announcing the release', 1],
    ['What the trait solver changes for you', 1],
  ] as const) {
    const { item } = await person('createItem', { collectionId: 'articles', title, content: 'Words.' })
    const publishAt = new Date(Date.now() + day * 86_400_000).toISOString()
    await person('scheduleItem', { id: item.id, publishAt }, { confirm: true })
  }
  for (const width of [1440, 390, 320])
    for (const view of ['', '?view=month', '?view=week', '?view=agenda']) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${calendar}${view}`)
      await expect(page.getByRole('region', { name: 'Ready, no date' })).toBeVisible()
      await settled(page)
      const what = `${width} ${view}`
      expect.soft(await layoutShift(page), what).toBeLessThan(0.02)
      await expectSound(page, { what, picture: (name) => info.outputPath(`${width}${view.slice(6)}-${name}`) })
    }
})
