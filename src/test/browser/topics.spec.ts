import { expect, test } from './fixtures.ts'
import { expectSound, layoutShift } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Topic Desk' })

for (const width of [1440, 390])
  test(`topics are accessible, still and within their width at ${width} px`, async ({ page, installation }, info) => {
    await page.setViewportSize({ width, height: 844 })
    for (const search of ['', '?view=list', '?tab=rejected', '?search=nothing-has-this']) {
      await page.goto(`/o/${installation.organization.slug}/topics${search}`)
      await expect(page.getByRole('heading', { name: 'Topics', level: 1 })).toBeVisible()
      await settled(page)

      expect(await layoutShift(page)).toBeLessThan(0.02)
      await expectSound(page, { picture: (name) => info.outputPath(name) })
    }
  })

test('a person proposes topics, approves one, rejects another with a reason, and deletes it, by the keyboard alone', async ({
  page,
  installation,
}, info) => {
  const [wanted, unwanted] = [`Good idea ${Date.now()}`, `Weak idea ${Date.now()}`]
  await page.goto(`/o/${installation.organization.slug}/topics?view=list`)
  await expect(page.getByRole('button', { name: 'New topic' })).toBeEnabled()
  for (const topic of [wanted, unwanted]) {
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'New topic' })
    await expect(dialog.getByLabel('Topic', { exact: true })).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Propose topic' })).toBeEnabled()
    await page.keyboard.type(topic)
    await page.keyboard.press('Tab')
    await page.keyboard.type(`${topic} keyword`)
    await page.keyboard.press('Tab')
    await page.keyboard.type('What nobody else says')
    await dialog.getByRole('button', { name: 'Propose topic' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row', { name: topic })).toBeVisible()
  }
  await settled(page)
  await expectSound(page, { picture: (name) => info.outputPath(name) })

  await page.getByRole('button', { name: `Approve ${wanted}` }).press('Enter')
  await expect(page.getByRole('row', { name: wanted })).toHaveCount(0)
  await page.getByRole('button', { name: `Reject ${unwanted}` }).press('Enter')
  await expectSound(page)
  await page.keyboard.type('Not our subject')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: unwanted })).toHaveCount(0)

  await page.getByRole('tab', { name: 'Approved' }).press('Enter')
  await expect(page.getByRole('row', { name: wanted })).toBeVisible()
  await page.getByRole('tab', { name: 'Rejected' }).press('Enter')
  await expect(page.getByRole('row', { name: unwanted })).toContainText('“Not our subject”')
  await page.getByRole('button', { name: `Delete ${unwanted}` }).press('Enter')
  const verb = page.getByRole('alertdialog').getByRole('button', { name: 'Delete topic' })
  // It is rehearsed first.
  await expect(verb).toBeEnabled()
  await verb.press('Enter')
  await expect(page.getByRole('row', { name: unwanted })).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('row', { name: unwanted })).toContainText('“Not our subject”')
})

test.describe('the board', () => {
  test.use({ organizationName: 'Topic Board' })
  const board = '/o/topic-board/topics'

  test('topics are approved by dragging and by keys, rejected with a reason, and moved by their menu', async ({
    page,
    request,
    installation,
  }, info) => {
    const person = personOf(request, installation)
    const propose = (topic: string, primaryKeyword: string, angle: string) =>
      person('createBlogTopic', { topic, primaryKeyword, angle, collectionPresetId: 'articles' })
    await propose('Reading a borrow checker error', 'borrow checker error', 'Five real messages, word by word.')
    await propose('Faster CI for a workspace of 40 crates', 'rust ci cache', 'Measure first.')
    await propose('Ten tricks that nobody knows', 'rust tricks', 'A list.')
    await propose('Rust for embedded work', 'embedded rust', 'What a team needs to leave C.')
    const { secret } = await person('createApiKey', {
      name: 'Nightly writer',
      scopes: ['content:read', 'content:write'],
    })
    await request.post(`${installation.origin}/v2/tools/createBlogTopic`, {
      headers: { 'X-API-Key': secret },
      data: {
        input: {
          topic: 'Why your proc macro is slow, and what to do',
          primaryKeyword: 'slow proc macros',
          angle: 'Measure first, then three mends in the order of their effect.',
          collectionPresetId: 'articles',
        },
      },
    })
    await page.goto(board)
    const column = (name: string) => page.getByRole('region', { name, exact: true })
    const card = (topic: string) => page.getByRole('article', { name: topic })
    await expect(column('Proposed').getByRole('article')).toHaveCount(5)
    await expect(card('Why your proc macro is slow')).toContainText('Nightly writer')
    await expect(card('Ten tricks that nobody knows')).not.toContainText('A person')

    await card('Reading a borrow checker error').dragTo(column('Approved'))
    await expect(column('Approved').getByRole('article', { name: 'Reading a borrow checker error' })).toBeVisible()

    await card('Why your proc macro is slow').focus()
    await page.keyboard.press('j')
    await expect(card('Rust for embedded work')).toBeFocused()
    await page.keyboard.press('a')
    await expect(card('Rust for embedded work').getByRole('button', { name: 'Approve' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(column('Approved').getByRole('article', { name: 'Rust for embedded work' })).toBeVisible()

    await card('Ten tricks').dragTo(column('Rejected'))
    const dialog = page.getByRole('dialog', { name: /Reject “Ten tricks/ })
    await dialog.getByLabel('Why (optional)').fill('Nothing that we would say')
    await dialog.getByRole('button', { name: 'Reject topic' }).click()
    await expect(column('Rejected').getByRole('article')).toContainText('“Nothing that we would say”')

    const menu = card('Faster CI').getByRole('button', { name: 'Move to…' })
    const heights = await card('Faster CI')
      .getByRole('button')
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top))
    expect(heights, 'what is done with a card is in one line').toEqual([heights[0], heights[0], heights[0]])
    await menu.press('Enter')
    const panel = page.getByRole('group', { name: 'Move Faster CI for a workspace of 40 crates' })
    await expect(panel.getByRole('button', { name: /^Drafted/ })).toBeDisabled()
    await expectSound(page, { what: 'menu', picture: (name) => info.outputPath(`menu-${name}`), fullPage: false })
    await panel.getByRole('button', { name: 'Raise its priority' }).press('Enter')
    await expect(card('Faster CI')).toContainText('Priority 60')
    await page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last().click()
    await expect(card('Faster CI')).not.toContainText(/priority \d/i)
    await menu.press('Enter')
    await panel.getByRole('button', { name: 'Approved' }).press('Enter')
    await expect(column('Approved').getByRole('article')).toHaveCount(3)

    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(board)
      await expect(card('Ten tricks')).toBeVisible()
      await settled(page)
      expect(await layoutShift(page)).toBeLessThan(0.02)
      await expectSound(page, { picture: (name) => info.outputPath(`board-${width}-${name}`) })
    }
  })

  test('a keyword that is taken is said while one types', async ({ page, request, installation }) => {
    const person = personOf(request, installation)
    await person('createItem', {
      collectionId: 'articles',
      title: 'On tides',
      content: 'Words.',
      primaryKeyword: 'tides',
    })
    await page.goto(board)
    await page.getByRole('button', { name: 'New topic' }).click()
    const dialog = page.getByRole('dialog', { name: 'New topic' })
    await dialog.getByLabel('Main keyword').fill('Tides')
    await expect(dialog.getByRole('status')).toContainText('There is already an article about this')
    await expectSound(page, { what: 'clash' })
    await dialog.getByLabel('Main keyword').fill('Tides of the moon of another planet')
    await expect(dialog.getByRole('status')).toHaveCount(0)
  })
})

test.describe('an approved topic', () => {
  test.use({ organizationName: 'Topic Writers' })
  const board = '/o/topic-writers/topics'

  test('is corrected and written by a person, by the keyboard alone, and its approval can be undone', async ({
    page,
    request,
    installation,
  }, info) => {
    const person = personOf(request, installation)
    const { topic } = await person('createBlogTopic', {
      topic: 'Cargo workspaces in practise',
      primaryKeyword: 'cargo workspace',
      angle: 'Forty crates.',
      collectionPresetId: 'articles',
    })
    await page.goto(board)
    const column = (name: string) => page.getByRole('region', { name, exact: true })
    const card = page.getByRole('article', { name: 'Cargo workspaces' })
    await settled(page)
    await card.getByRole('button', { name: 'Approve' }).press('Enter')
    await expect(column('Approved').getByRole('article')).toHaveCount(1)
    await expect(card).toBeFocused()
    await page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(column('Proposed').getByRole('article')).toHaveCount(1)
    await card.getByRole('button', { name: 'Approve' }).press('Enter')
    await expect(column('Approved').getByRole('article')).toHaveCount(1)
    await settled(page)

    await card.getByRole('button', { name: 'Move to…' }).press('Enter')
    await card.getByRole('button', { name: 'Edit…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Edit the topic' })
    await expectSound(page, { what: 'dialog', picture: (name) => info.outputPath(`edit-${name}`), fullPage: false })
    await dialog.getByLabel('Topic', { exact: true }).fill('Cargo workspaces in practice')
    await dialog.getByLabel('Angle').fill('Forty crates, one lockfile.')
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(card).toContainText('Forty crates, one lockfile.')
    await expectSound(page, { picture: (name) => info.outputPath(`approved-${name}`) })

    await card.getByRole('button', { name: 'Write it' }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Cargo workspaces in practice')
    const { items } = await person('listTopics', { state: 'drafted' })
    expect(items).toMatchObject([{ id: topic.id, topic: 'Cargo workspaces in practice' }])
    expect(page.url()).toContain(items[0].itemId)
  })

  test('what was typed about a new topic is there again after Escape', async ({ page }) => {
    await page.goto(board)
    const create = page.getByRole('button', { name: 'New topic' })
    await expect(create).toBeEnabled()
    await create.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New topic' })
    await dialog.getByLabel('Topic', { exact: true }).fill('Half a thought')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    await create.press('Enter')

    await expect(dialog.getByLabel('Topic', { exact: true })).toHaveValue('Half a thought')
  })
})
