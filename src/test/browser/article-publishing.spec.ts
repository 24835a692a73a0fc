import { openArticle } from './article-calls.ts'
import { expect, test } from './fixtures.ts'
import { expectSound, keepPicture } from './page-checks.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Quay Press' })

test('an article gets its authors, terms, questions and search texts, and is scheduled and unscheduled', async ({
  page,
  request,
  installation,
}, info) => {
  const content = 'Mist lies over the quay. It lifts before noon.'
  const { call, id } = await openArticle({ page, request, installation }, { title: 'Mist', content })

  await test.step('terms are made and chosen by keyboard', async () => {
    const authors = page.getByRole('combobox', { name: 'Authors' })
    await expect(authors).toBeEnabled()
    await authors.focus()
    await page.keyboard.type('Editorial team')
    await expect(page.getByRole('option', { name: 'Create “Editorial team”' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Remove Editorial team' })).toBeVisible()
    const tags = page.getByRole('combobox', { name: 'Tags' })
    await tags.fill('Weather')
    await page.getByRole('option', { name: 'Create “Weather”' }).click()
    await expect(page.getByRole('button', { name: 'Remove Weather' })).toBeVisible()
  })

  await test.step('what stands with the text', async () => {
    await page.getByRole('textbox', { name: 'In short' }).fill('Mist lifts before noon.')
    await page.getByRole('button', { name: 'Add a question' }).click()
    await page.getByRole('textbox', { name: 'Question 1' }).fill('When does it lift?')
    await page.getByRole('textbox', { name: 'Answer 1' }).fill('Before noon.')
    await page.getByRole('tab', { name: 'Search & social' }).click()
    await page.getByRole('textbox', { name: 'SEO title' }).fill('Mist on the quay')
    await expect(page.getByRole('region', { name: 'In search results' })).toContainText('Mist on the quay')
    await page.getByRole('checkbox', { name: 'Leave this page out of search results' }).check()
    await page.keyboard.press('ControlOrMeta+S')
    await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
    const { item } = await call('getItem', { id })
    expect(item).toMatchObject({
      authors: [{ name: 'Editorial team' }],
      tags: [{ name: 'Weather' }],
      tldr: 'Mist lifts before noon.',
      faq: [{ question: 'When does it lift?', answer: 'Before noon.' }],
      seoTitle: 'Mist on the quay',
      robots: { noindex: true, nofollow: false },
    })
  })

  await test.step('without a publishing time the sheet says why there is no slot, and where one is set', async () => {
    await page.getByRole('button', { name: 'Publish…' }).click()
    const sheet = page.getByRole('dialog', { name: 'Mist' })
    const slot = sheet.getByRole('radio', { name: 'Next free slot' })
    await expect(slot).toBeDisabled()
    await expect(slot).toHaveAccessibleDescription('No publishing time is set. Set one')
    await expectSound(page)
    await keepPicture(page, info.outputPath('no-slots.png'))
    await sheet.getByRole('link', { name: 'Set one' }).click()
    const section = page.getByRole('region', { name: 'Publishing time' })
    await expect(section).toBeInViewport()
    await section.getByLabel('Time of day').fill('07:45')
    await section.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    expect((await call('getOrganizationSettings', {})).defaults.publishTime).toBe('07:45')
    // What was saved is shown before something else is put in.
    await expect(section.getByRole('button', { name: 'Save changes' })).toBeDisabled()
    await section.getByLabel('Time of day').fill('')
    await section.getByRole('button', { name: 'Save changes' }).click()
    await expect.poll(async () => (await call('getOrganizationSettings', {})).defaults.publishTime).toBeNull()
    await expect(section.getByRole('button', { name: 'Save changes' })).toBeDisabled()
    await page.goBack()
  })

  await test.step('the sheet says which time Now and the next free slot are, where the organization is', async () => {
    await call('updateOrganizationSettings', { timezone: 'Asia/Tokyo', defaults: { publishTime: '09:00' } })
    await page.reload()
    await page.getByRole('button', { name: 'Publish…' }).click()
    const sheet = page.getByRole('dialog', { name: 'Mist' })
    const inTokyo = (at: Date) =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone: 'Asia/Tokyo',
        weekday: 'short',
        day: 'numeric',
        month: 'short',
      }).format(at)
    await expect(sheet.getByRole('radio', { name: 'Now' })).toHaveAccessibleDescription(
      new RegExp(`^${inTokyo(new Date())}.* GMT\\+9$`),
    )
    await expect(sheet.getByRole('radio', { name: 'Next free slot' })).toHaveAccessibleDescription(/, 09:00 GMT\+9$/)
    await call('updateOrganizationSettings', { timezone: 'UTC' })
    await page.reload()
    await expect(page.getByRole('button', { name: 'Publish…' })).toBeVisible()
  })

  await test.step('it is scheduled for a time of the organization, and taken back', async () => {
    await page.keyboard.press('ControlOrMeta+Enter')
    const sheet = page.getByRole('dialog', { name: 'Mist' })
    await sheet.getByRole('radio', { name: 'At a time of your choice' }).check()
    await sheet.getByLabel('Time', { exact: true }).fill('2027-05-04T09:30')
    await expect(sheet.getByRole('list', { name: 'What happens' })).toContainText('4 May')
    await sheet.getByRole('textbox', { name: 'Note' }).fill('For the first warm week')
    await expectSound(page)
    await keepPicture(page, info.outputPath('schedule.png'))
    await sheet.getByRole('button', { name: 'Schedule', exact: true }).click()
    await expect(sheet).toBeHidden()
    expect((await call('getItem', { id })).item).toMatchObject({
      status: 'scheduled',
      publishAt: '2027-05-04T09:30:00.000Z',
    })

    await page.getByRole('button', { name: 'Unschedule…' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByRole('button', { name: 'Unschedule', exact: true })).toBeEnabled()
    await dialog.getByRole('button', { name: 'Unschedule', exact: true }).click()
    await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  })

  await test.step('its history is compared, and an earlier state comes back', async () => {
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(page).toHaveURL(/rail=history/)
    await expect(page.getByText('“For the first warm week”')).toBeVisible()
    await page.getByRole('button', { name: 'Compare revision 2' }).click()
    const compared = page.getByRole('dialog', { name: 'Revision 2' })
    await expect(compared.getByRole('group', { name: 'SEO title' })).toContainText('Mist on the quay')
    await expectSound(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Restore… revision 1' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Restore revision 1?' })
    await expect(dialog.getByRole('button', { name: 'Restore', exact: true })).toBeEnabled()
    await expect(dialog).toContainText('SEO title')
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByText('It says again what it said in revision 1.')).toBeVisible()
    expect((await call('getItem', { id })).item.seoTitle).toBeNull()
  })

  await test.step('a deep link opens the tab, and each tab is sound', async () => {
    for (const [rail, name] of [
      ['links', 'Links'],
      ['search', 'Search & social'],
      ['nonsense', 'Checks'],
    ] as const) {
      await page.goto(`/o/${installation.organization.slug}/content/${id}?rail=${rail}`)
      await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
      await settled(page)
      await expectSound(page)
      await keepPicture(page, info.outputPath(`${rail}.png`))
    }
    await expect(page).not.toHaveURL(/nonsense/)
  })

  await test.step('the trash, and back', async () => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Move to trash…' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByRole('button', { name: 'Move to trash', exact: true })).toBeEnabled()
    await dialog.getByRole('button', { name: 'Move to trash', exact: true }).click()
    await expect(page).toHaveURL(/\/content$/)
    await page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('It is a draft again.')).toBeVisible()
    await call('deleteItem', { id }, { confirm: true })
    await page.goto(`/o/${installation.organization.slug}/content/${id}`)
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  })
})
