import { agentOf } from './agent-calls.ts'
import { expect, test } from './fixtures.ts'
import { expectSound, layoutShift } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

// What these tests create would disturb others.
test.use({ organizationName: 'Desk Press' })

const desk = '/o/desk-press'

test('a new organization is told what to do first, and its screens are sound', async ({ page }, info) => {
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(desk)
    await expect(page.getByRole('heading', { name: 'Nothing waits for you.', level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Write an article' })).toBeVisible()
    await settled(page)
    expect(await layoutShift(page)).toBeLessThan(0.02)
    await expectSound(page, { picture: (name) => info.outputPath(`empty-${width}-${name}`) })
  }
})

test('what waits stands on the Desk, is opened by the keyboard, and what happens is told as it happens', async ({
  page,
  request,
  installation,
}, info) => {
  const person = personOf(request, installation)
  const { userId } = (await person('listMembers', {})).items[0]
  const write = async (title: string) =>
    (await person('createItem', { collectionId: 'articles', title, content: 'Words to read.' })).item.id
  await person('requestItemReview', { id: await write('Faster linking times on Linux'), reviewerUserIds: [userId] })
  await person('setApprovalPolicy', { risks: ['publish'] })
  const { secret } = await person('createApiKey', {
    name: 'Nightly writer',
    scopes: ['content:read', 'content:write', 'content:publish'],
  })
  const agent = (operation: string, input: object, more: object = {}) =>
    request.post(`${installation.origin}/v2/tools/${operation}`, {
      headers: { 'X-API-Key': secret },
      data: { input, ...more },
    })
  const made = await agent('createItem', {
    collectionId: 'articles',
    title: 'Launching the vision work of the foundation',
    content: 'Words of an agent.',
  })
  await agent('publishItem', { id: (await made.json()).result.item.id }, { confirm: true })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  for (const [title, days] of [
    ['Program management update', 2],
    ['Announcing the next release', 3],
  ] as const)
    await person('scheduleItem', { id: await write(title), publishAt: inDays(days) }, { confirm: true })
  await person('publishItem', { id: await write('All hands, looked back at') }, { confirm: true })

  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(desk)
    await expect(page.getByRole('heading', { name: 'Two things wait for you.', level: 1 })).toBeVisible()
    await settled(page)
    expect(await layoutShift(page)).toBeLessThan(0.02)
    await expectSound(page, { picture: (name) => info.outputPath(`full-${width}-${name}`) })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await expect(waiting.getByRole('listitem')).toHaveText([
    /Review “Faster linking times on Linux”.*asks/,
    /Publish “Launching the vision work.*Nightly writer asks/,
  ])
  await expect(page.getByRole('region', { name: 'This week' })).toContainText('Program management update')

  const now = page.getByRole('region', { name: 'Now' })
  await expect(now).toContainText('live')
  await expect(now).toContainText('Nightly writer wrote and asks to publish')
  await agent('createItem', { collectionId: 'articles', title: 'Written while one looks', content: 'New.' })
  await expect(now).toContainText('Written while one looks')

  await page.getByLabel('Time of the figures').selectOption('Last 7 days')
  await expect(page).toHaveURL(`${desk}?range=7d`)
  await page.reload()
  await expect(page.getByLabel('Time of the figures')).toHaveValue('7d')

  await page
    .getByRole('region', { name: 'Worth doing next' })
    .getByRole('link', { name: /have no description/ })
    .click()
  await expect(page).toHaveURL(/\/content\/fix-list\?kind=meta_description_missing$/)
  await page.goBack()
  await waiting.getByRole('link', { name: /^Read it/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /asks to publish “Launching/ })).toBeVisible()
  await page.keyboard.type('gd')
  await expect(page.getByRole('heading', { name: 'Two things wait for you.', level: 1 })).toBeFocused()
})

test('how often AI answers name the brand is said with its interval, and a change only beyond chance', async ({
  page,
  request,
  installation,
}, info) => {
  const person = personOf(request, installation)
  await person('createItem', { collectionId: 'articles', title: 'The first article', content: 'Words.' })
  await person('updateOrganizationSettings', { brand: { name: 'Desk Press' } })
  const prompts = Array.from({ length: 12 }, (_, at) => ({ text: `Question number ${at}?` }))
  const { created } = await person('createAsvPrompts', { prompts })
  const answered = (daysAgo: number, isNamed: (at: number) => boolean) =>
    person('importAsvAnswers', {
      engineLabel: 'By hand',
      answers: created.flatMap(({ id: promptId }: { id: string }, at: number) =>
        [1, 2, 3].map((sample) => ({
          promptId,
          text: `Take ${isNamed(at + sample) ? 'Desk Press' : 'another'}, says ${sample}.`,
          observedAt: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
        })),
      ),
    })
  const figures = page.getByRole('region', { name: 'Figures' })
  await answered(40, (at) => at % 6 === 0)
  for (const [daysAgo, every] of [
    [9, 3],
    [6, 2],
    [2, 1],
  ] as const)
    await answered(daysAgo, (at) => at % every === 0)

  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(desk)
    await expect(figures).toContainText(/61 %of AI answers name you\+\d+ points, ± \d+\d+ to \d+ %, 108 answers/)
    await settled(page)
    await expectSound(page, { picture: (name) => info.outputPath(`answers-${width}-${name}`) })
  }
  await page.goto(`${desk}?range=90d`)
  await expect(figures).toContainText('50 %of AI answers name you')
  await expect(figures).not.toContainText('points')
  await figures.getByRole('link', { name: /AI answers/ }).click()
  await expect(page).toHaveURL(/\/ai-answers$/)
})

test('the Desk asks for little: at most four reads beside those of the frame', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const operation = /\/app\/operations\/(\w+)$/.exec(new URL(request.url()).pathname)?.[1]
    if (operation) asked.push(operation)
  })
  await page.goto(desk)
  await expect(page.getByRole('heading', { level: 1, name: /for you\.$/ })).toBeVisible()
  await settled(page)

  const ofFrame = new Set(['listApprovals', 'listOperations', 'listJobs'])
  expect(asked.filter((name) => !ofFrame.has(name)).toSorted()).toEqual([
    'getDashboard',
    'getOnboardingStatus',
    'listAgentAuditLog',
    'listCalendar',
  ])
  // Jobs are asked for when the screen has nothing else to do.
  await expect.poll(() => asked).toContain('listJobs')
  for (const once of ['listApprovals', 'listJobs']) expect(asked.filter((name) => name === once)).toHaveLength(1)
})

test.describe('with more than the Desk reads', () => {
  test.use({ organizationName: 'Busy Desk', timezoneId: 'UTC' })

  test('it counts what it does not show, and says where a sitting goes on', async ({ page, request, installation }) => {
    const person = personOf(request, installation)
    await person('setApprovalPolicy', { risks: ['destructive'] })
    const scopes = ['content:read', 'content:write', 'content:delete']
    const agent = await agentOf(request, installation, { name: 'Night desk', scopes })
    const ids: string[] = []
    for (let n = 1; n <= 45; n++)
      ids.push((await agent('createTaxonomyTerm', { taxonomy: 'tag', name: `Tag ${n}` })).term.id)
    for (const termId of ids.slice(0, 14))
      await expect(agent('deleteTaxonomyTerm', { termId })).rejects.toThrow('confirmation_required')

    await page.goto('/o/busy-desk')

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('14 things wait for you.')
    await expect(page.getByRole('link', { name: 'Approvals, 14 waiting' })).toBeVisible()
    const waiting = page.getByRole('region', { name: 'Waiting for you' })
    await expect(waiting.getByRole('listitem')).toHaveCount(8)
    await expect(waiting).toContainText('6 more')
    await expect(page.getByRole('region', { name: 'Now' })).toContainText(
      /created the category or tag .* and at least \d+ more/,
    )
    await waiting.getByRole('link', { name: 'All approvals' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Approvals' })).toBeVisible()

    await page.route('**/getDashboard', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      json.result.attention = Array.from({ length: 20 }, (_, at) => ({
        kind: 'job_failed',
        severity: 'error',
        message: 'The website did not answer.',
        at: `2026-01-01T00:00:${String(at + 10)}.000Z`,
        jobKind: 'importItems',
        jobId: `job_01jzz00000000000000000${at + 1000}`,
      }))
      json.result.attentionTotal = 1234
      await route.fulfill({ response, json })
    })
    await page.goto('/o/busy-desk')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('1,248 things wait for you.')
    await expect(waiting).toContainText('1,240 more')
    await expect(waiting.getByRole('link', { name: 'See the job' })).toHaveCount(8)
    await waiting.getByRole('link', { name: 'All failed jobs' }).click()
    await expect(page).toHaveURL(/\/settings\/jobs\?state=failed$/)

    // One of them has another day than the browser, whose zone is UTC.
    const timezone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
    await person('updateOrganizationSettings', { timezone })
    await person('createItem', { collectionId: 'articles', title: 'Of today', content: 'Words.' })
    await page.goto('/o/busy-desk')
    await expect(page.getByRole('region', { name: 'This week' }).getByRole('listitem').first()).toContainText('today')
  })
})

test.describe('where what waits cannot be read', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('the Desk does not say that nothing does', async ({ page }) => {
    await page.route('**/listApprovals', (route) => route.abort())
    await page.goto(desk)

    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your desk')
  })
})
