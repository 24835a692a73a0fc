import type { APIRequestContext } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import type { Installation } from './installed-server.ts'
import { expectSound, layoutShift } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

// What these tests create would disturb others.
test.use({ organizationName: 'Merge Press' })

/** Two articles about one thing, and a third one that links to the younger of them. */
async function write(request: APIRequestContext, installation: Installation, about: string): Promise<void> {
  const person = personOf(request, installation)
  const text = `A guide to ${about} says how ${about} is chosen, cleaned and kept for years without harm.`
  const slug = about.replaceAll(' ', '-')
  const items = [
    { title: `How to choose ${about}`, content: text, slug },
    { title: `Choosing ${about}`, content: text, slug: `${slug}-again` },
    { title: `A letter on ${about}`, content: `Read [the guide](/articles/${slug}-again) before you write.` },
  ]
  for (const fields of items) {
    const { item } = await person('createItem', { collectionId: 'articles', ...fields })
    await person('publishItem', { id: item.id }, { confirm: true })
  }
}

test('a pair is found and merged by the keyboard alone, its address leads on, and all of it is undone', async ({
  page,
  request,
  installation,
}, info) => {
  const person = personOf(request, installation)
  await person('updateOrganizationSettings', { siteUrl: 'https://merge.example' }, { confirm: true })
  await page.goto('/o/merge-press/content/duplicates')
  await expect(page.getByText('No story is told twice')).toBeVisible()
  await write(request, installation, 'copper pans')
  await page.goto('/o/merge-press/content')
  await page.getByRole('link', { name: 'Duplicates' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Duplicates' })).toContainText('100 % of the text in common')
  await settled(page)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await expectSound(page, { picture: (name) => info.outputPath(`list-${name}`) })

  await page.getByRole('link', { name: /^Merge / }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two articles cover the same story. Keep one.')
  const stays = page.getByRole('radio', { name: 'How to choose copper pans' })
  await page.getByRole('radio', { name: 'Choosing copper pans' }).focus()
  await page.keyboard.press(' ')
  await expect(page.getByText('/articles/copper-pans', { exact: true })).toBeVisible()
  await stays.press(' ')
  await expect(page.getByText('/articles/copper-pans-again', { exact: true })).toBeVisible()
  await expect(page.getByText('1 reference in 1 article is rewritten')).toBeVisible()
  await expect(page.getByRole('list', { name: 'What happens' })).toContainText('1 article is a draft')
  await settled(page)
  await expectSound(page, { picture: (name) => info.outputPath(`merge-${name}`) })
  const verb = page.getByRole('button', { name: 'Merge 2 into 1' })
  await expect(verb).toBeEnabled()
  await verb.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 articles are one now')
  await expectSound(page, { picture: (name) => info.outputPath(`done-${name}`) })
  const [redirect] = (await person('listRedirects', {})).items
  expect(redirect).toMatchObject({ fromPath: '/articles/copper-pans-again', to: '/articles/copper-pans' })

  await page.getByRole('button', { name: 'Undo the merge' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Merge 2 into 1' })).toBeEnabled()
  expect((await person('listRedirects', {})).total).toBe(0)
})

test('drafts that are alike are compared, and why they are not merged is said', async ({
  page,
  request,
  installation,
}, info) => {
  const person = personOf(request, installation)
  const text =
    'A tin roof is painted in dry weather, never in frost, and again after seven years by whoever lives there.'
  for (const [title, last] of [
    ['Painting tin roofs', 'Use red lead.'],
    ['How to paint tin roofs', 'Use zinc.'],
  ])
    await person('createItem', { collectionId: 'articles', title, content: `${text}\n\n${last}` })
  await page.goto('/o/merge-press/content/duplicates?search=tin+roofs')
  const pair = page.getByRole('list', { name: 'Duplicates' }).getByRole('listitem').filter({ hasText: '% alike' })
  await expect(pair).toContainText('of the text in common')
  await expect(pair).toContainText('None of them is live')
  await expect(pair.getByRole('link', { name: /^Merge/ })).toHaveCount(0)
  await expectSound(page, { picture: (name) => info.outputPath(`drafts-${name}`) })
  await pair.getByRole('button', { name: /^Compare / }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Two articles compared' })
  await expect(sheet.getByRole('deletion').filter({ hasText: 'red lead' })).toBeVisible()
  await expect(sheet.getByRole('insertion').filter({ hasText: 'zinc' })).toBeVisible()
  await expectSound(page, { what: 'compared', picture: (name) => info.outputPath(`compared-${name}`), fullPage: false })
})

test('what one chose in the list is merged, and one of them is taken out before', async ({
  page,
  request,
  installation,
}) => {
  await write(request, installation, 'iron pots')
  await page.goto('/o/merge-press/content?search=iron+pots')
  for (const title of ['How to choose iron pots', 'Choosing iron pots', 'A letter on iron pots'])
    await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await page.getByRole('toolbar', { name: 'Selected' }).getByRole('button', { name: 'Merge…' }).click()
  await page.getByRole('button', { name: 'Take out A letter on iron pots' }).click()
  await expect(page.getByRole('button', { name: 'Merge 2 into 1' })).toBeEnabled()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectSound(page)
  await page.goto('/o/merge-press/content/merge?ids=nonsense')

  await expect(page.getByText('These cannot be merged')).toBeVisible()
})

test('a merge is taken back from the log as a whole, and says so before', async ({
  page,
  request,
  installation,
}, info) => {
  const { origin, organization } = installation
  const person = personOf(request, installation)
  await write(request, installation, 'oak shelves')
  const { items } = await person('listManagerItems', { search: 'oak shelves', orderBy: 'createdAt' })
  const [winnerId, duplicateId] = items.map(({ id }: { id: string }) => id)
  const merged = await request.post(`${origin}/app/operations/consolidateItems`, {
    headers: { 'X-Organization-Id': organization.id, 'Idempotency-Key': 'oak-shelves' },
    data: {
      input: { winnerId, duplicateIds: [duplicateId], rewriteReferences: true, createRedirects: true },
      confirm: true,
    },
  })
  expect(merged.ok()).toBe(true)

  await page.goto(`/o/merge-press/settings/audit-log?who=everyone&record=${(await merged.json()).requestId}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Revert…' }).click()
  const plan = page.getByRole('region', { name: 'Take this change back' })
  // Teal is for agents: a person merged them.
  await expect(plan).toHaveClass(/border-ok/)
  await expect(plan.getByRole('checkbox')).toHaveCount(1)
  await expect(plan).toContainText(
    'A merge is taken back as a whole: 1 article is on its own again, 1 other article says what it said before and 1 redirect is as it was.',
  )
  const parts = plan.getByRole('list', { name: 'All of the merge' }).getByRole('listitem')
  await expect(parts.filter({ hasText: 'Choosing oak shelves' })).toContainText('is an article of its own again')
  await expect(parts.filter({ hasText: 'A letter on oak shelves' })).toContainText('content as before')
  await expect(parts.last()).toContainText('/articles/oak-shelves-again is removed, it was new')
  await expectSound(page, { what: 'plan', picture: (name) => info.outputPath(`plan-${name}`), fullPage: false })
  await plan.getByRole('checkbox').uncheck()
  await expect(plan.getByRole('button', { name: 'Take back 0 changes' })).toBeDisabled()
  await plan.getByRole('checkbox').check()
  await plan.getByRole('button', { name: 'Take back 3 changes' }).click()
  await expect(page.getByText('3 changes taken back.')).toBeVisible()
  expect((await person('getItem', { id: duplicateId })).item.status).toBe('published')
})
