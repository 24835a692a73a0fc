import type { APIRequestContext, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { expectSound, keepPicture, layoutShift } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

// What these tests create would disturb others.
test.use({ organizationName: 'Careful Media' })

const inbox = '/o/careful-media/approvals'

type Installed = { origin: string; organization: { id: string } }
type Answer = { status: number; json: Record<string, any> } // oxlint-disable-line typescript/no-explicit-any

/** An agent with a key of its own, in an organization where people approve what it publishes and deletes. */
async function agentOf(request: APIRequestContext, installed: Installed, name = 'Publishing agent') {
  const person = personOf(request, installed)
  await person('setApprovalPolicy', { risks: ['publish', 'destructive'] })
  // Another call that waits would open after a decision.
  const left = await person('listApprovals', { state: 'pending', pageSize: 100 })
  for (const { id } of left.items) await person('declineCall', { approvalId: id })
  const { secret } = await person('createApiKey', {
    name,
    scopes: ['content:read', 'content:write', 'content:publish', 'content:delete', 'org:read'],
  })
  const call = async (operation: string, input: object, more: object = {}, headers: object = {}): Promise<Answer> => {
    const answer = await request.post(`${installed.origin}/v2/tools/${operation}`, {
      headers: { 'X-API-Key': secret, ...headers },
      data: { input, ...more },
    })
    return { status: answer.status(), json: await answer.json() }
  }
  const { json } = await call('listCollections', {})
  const collectionId = json['result'].items[0].id
  const draft = async (title: string): Promise<string> =>
    (await call('createItem', { collectionId, title, content: 'A first paragraph.' })).json['result'].item.id
  const publish = (id: string) => call('publishItem', { id }, { confirm: true })
  /** A call that waits, by the path of its page. */
  const ask = async (title: string) => {
    const id = await draft(title)
    const { approvalUrl } = (await publish(id)).json['error'].details
    return { id, path: new URL(approvalUrl).pathname }
  }
  return { collectionId, call, draft, publish, ask, person }
}

test('a call waits, is approved by keyboard, and completes, all without a reload', async ({
  page,
  request,
  installation,
}) => {
  const { draft, publish } = await agentOf(request, installation)
  const id = await draft('How to choose a CRM')
  await watch(page, inbox)
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  await expect(page).toHaveTitle('Approvals · Masthead')

  const asked = await publish(id)
  expect([asked.status, asked.json['error'].code]).toEqual([428, 'confirmation_required'])
  await expect(page.getByRole('link', { name: 'Publish “How to choose a CRM”' })).toBeVisible()
  await expect(page).toHaveTitle('(1) Approvals · Masthead')
  await expect(page.getByRole('link', { name: 'Approvals, 1 waiting' })).toBeVisible()

  await page.getByRole('link', { name: 'Publish “How to choose a CRM”' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Publish “How to choose a CRM”', level: 1 })).toBeFocused()
  await expect(page.getByText('goes live at once')).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Waiting for the agent to repeat its call')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Decision' })).toBeFocused()
  await expect(page).toHaveTitle('Publish “How to choose a CRM” · Masthead')

  expect((await publish(id)).status).toBe(200)
  await expect(page.getByText('The agent repeated its call, and it ran.')).toBeVisible()
  await page.getByRole('link', { name: 'See the result' }).click()
  const record = page.getByRole('dialog', { name: /published How to choose a CRM/ })
  await expect(record.getByText('Done')).toBeVisible()
  await expect(record.getByText('approvalId')).toBeVisible()
  await record.getByRole('link', { name: 'What was approved' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Publish “How to choose a CRM”', level: 1 })).toBeVisible()
})

test('a call is declined by keyboard with a reason, which the agent is told', async ({
  page,
  request,
  installation,
}) => {
  const { ask, publish } = await agentOf(request, installation)
  const { id, path } = await ask('The wrong price')
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Decline' })).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByRole('button', { name: 'Decline' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Decline this call?' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  // Typing into a field decides nothing.
  await page.keyboard.type('a raw price is a trap')
  await page.keyboard.press('Control+Enter')

  await expect(page.getByText('a raw price is a trap')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Decision' })).toBeFocused()
  const answer = await publish(id)
  expect([answer.status, answer.json['error'].code]).toEqual([409, 'approval_declined'])
  expect(answer.json['error'].message).toContain('a raw price is a trap')
})

test('an approval is withdrawn before its call runs, and the agent is told', async ({
  page,
  request,
  installation,
}) => {
  const { ask, publish } = await agentOf(request, installation)
  const { id, path } = await ask('Pressed by mistake')
  await page.goto(path)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Withdraw…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw this approval?' })
  await dialog.getByLabel('Reason').fill('Not yet')
  await dialog.getByRole('button', { name: 'Withdraw approval' }).click()

  await expect(page.getByText('Not yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw…' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Decision' })).toBeFocused()
  const answer = await publish(id)
  expect([answer.status, answer.json['error'].code]).toEqual([409, 'approval_declined'])
})

test('a person decides on the text, its diff and its checks, and on no other', async ({
  page,
  request,
  installation,
}, info) => {
  const { collectionId, call, person } = await agentOf(request, installation)
  const title = 'How to choose a CRM without regrets'
  const content = 'Ask your team first.\n\n## What it costs\n\nThe price is 10 a month.\n\nThen try two of them.'
  const { item } = await person('createItem', { collectionId, title, content })
  const rewrite = (price: string) => call('updateItem', { id: item.id, content: content.replace('10 a month', price) })
  const note = 'The new price list is out.'
  const ask = async () =>
    (await call('publishItem', { id: item.id, note }, { confirm: true })).json['error'].details.approvalUrl as string
  await rewrite('20 a month')
  await watch(page, new URL(await ask()).pathname)
  const record = page.getByRole('article', { name: `Article ${title}` })
  const text = record.getByLabel('The text as it will be')
  const diff = record.getByLabel('Differences').getByRole('group', { name: 'Content', exact: true })

  await expect(diff).toContainText('The price is 1020 a month.')
  await expect(diff.getByRole('deletion')).toHaveText('10')
  await expect(diff.getByRole('insertion')).toHaveText('20')
  await record.getByRole('link', { name: 'As it will be' }).click()
  await expect(text.getByRole('heading', { name: 'What it costs' })).toBeVisible()
  await expect(text).toContainText('The price is 20 a month.')
  await record.getByRole('link', { name: 'Changes' }).click()
  await expect(record.getByRole('row', { name: 'Status Draft Live' })).toBeVisible()
  const sentence = `Publishing agent asks to publish “${title}”.`
  await expect(page.getByRole('heading', { name: sentence, level: 1 })).toBeVisible()

  const rail = page.getByRole('complementary', { name: 'About this call' })
  const follows = rail.getByRole('region', { name: 'If you approve' })
  await expect(follows).toContainText('goes live at once')
  await expect(follows).toContainText('It can be taken back: Unpublish makes it a draft again.')
  const checks = rail.getByRole('region', { name: 'Checks' })
  const found = await checks.getByRole('listitem').count()
  expect(found).toBeGreaterThan(0)
  const counts = (await checks.locator('div').first().textContent())?.match(/\d+/g) ?? []
  expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(found)
  await expect(rail.getByRole('region', { name: 'What the agent says' })).toContainText(`unverified text${note}`)
  const facts = rail.getByRole('region', { name: 'The call' })
  await expect(facts.getByRole('term')).toHaveText(['Agent', 'Key', 'Acts for', 'Asked', 'Ends', 'Why it waits'])
  await expect(facts).toContainText('It changes what people outside Masthead see.')
  const story = rail.getByRole('region', { name: 'How it came to this' }).getByRole('listitem')
  await expect(story).toHaveText([/^Written by /, /^Changed by Publishing agent/, /^Asked /])
  await expect(story.nth(1).getByRole('link', { name: 'See the history' })).toBeVisible()
  // Beside what is decided on, and on a phone below it.
  const left = async () => (await rail.boundingBox())?.x ?? 0
  expect(await left()).toBeGreaterThan(800)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await left()).toBe(0)
  await expectSound(page, { picture: (theme) => info.outputPath(`rail-390-${theme}`) })
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(page.getByRole('heading', { name: 'The call itself' })).toHaveCount(0)

  // What changes while somebody looks is shown at once, and approved only after another look.
  await rewrite('30 a month')
  await expect(diff.getByRole('insertion')).toHaveText('30')
  await expect(page.getByText('The article changed after the agent asked')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await page.keyboard.press('a')
  await expectSound(page, { picture: (theme) => info.outputPath(`text-${theme}`) })
  await page.getByRole('button', { name: 'I have looked again' }).click()
  await expect(page.getByRole('heading', { name: 'Your decision' })).toBeFocused()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Waiting for the agent to repeat its call')).toBeVisible()

  // Changed between decision and call: it waits again, as another one.
  await rewrite('40 a month')
  const again = await ask()
  await expect(page.getByText('what it changes was edited or who approved it')).toBeVisible()
  await page.goto(new URL(again).pathname)
  await expect(page.getByText('This call was approved before.')).toBeVisible()
  await expect(diff.getByRole('insertion')).toHaveText('40')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Waiting for the agent to repeat its call')).toBeVisible()
  expect((await call('publishItem', { id: item.id, note }, { confirm: true })).status).toBe(200)
})

test('one call after the other is decided, without going back to the list', async ({ page, request, installation }) => {
  const { ask, person } = await agentOf(request, installation, 'Hasty agent')
  const [first, second, third] = [await ask('Ebb'), await ask('Flood'), await ask('Slack water')]
  const heading = (title: string) => page.getByRole('heading', { name: `Publish “${title}”`, level: 1 })
  await page.goto(inbox)
  await expect(page.getByRole('row').getByRole('link', { name: /^Publish/ })).toHaveText([
    /Ebb/,
    /Flood/,
    /Slack water/,
  ])
  await page.goto(second.path)
  const queue = page.getByRole('navigation', { name: 'Calls that wait' })
  await expect(queue).toContainText('2 of 3')
  await queue.getByRole('link', { name: 'Next' }).click()
  await expect(heading('Slack water')).toBeFocused()
  await expect(queue).toContainText('3 of 3')
  await page.keyboard.press('j')
  await expect(heading('Ebb')).toBeFocused()
  await expect(page).toHaveURL(first.path)
  await page.keyboard.press('k')
  await expect(heading('Slack water')).toBeFocused()
  await page.goBack()
  await expect(queue).toContainText('1 of 3')

  // A decision opens the next, and says where the decided one is.
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  await expect(heading('Flood')).toBeFocused()
  await expect(queue).toContainText('1 of 2')
  await page.keyboard.press('r')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Reason').fill('Not today.')
  await page.keyboard.press('Control+Enter')
  await expect(heading('Slack water')).toBeFocused()
  await expect(queue).toHaveCount(0)
  await page.getByRole('status', { name: 'Messages' }).getByRole('button', { name: 'See it' }).last().click()
  await expect(page.getByText('Not today.')).toBeVisible()
  await expect(queue).toContainText('Another one waits')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectSound(page, { what: 'queue' })
  await queue.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(third.path)

  // Who asks is known by the key, and leads to the agent.
  const { items } = await person('listConnectedAgents', { search: 'Hasty agent' })
  await expect(page.getByText(`with the key …${items[0].key.last4}`)).toBeVisible()
  await page.getByRole('region', { name: 'The call' }).getByRole('link', { name: 'Hasty agent' }).click()
  await expect(page.getByRole('heading', { name: 'Hasty agent', level: 1 })).toBeVisible()
})

test('the letters can be turned off', async ({ page, request, installation }) => {
  const { ask } = await agentOf(request, installation)
  await page.goto((await ask('Not by accident')).path)
  await page.getByRole('switch', { name: 'Go to the buttons with the keys A and R' }).uncheck()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  for (const [letter, name] of [
    ['a', 'Approve'],
    ['r', 'Decline'],
  ] as const) {
    await page.keyboard.press(letter)
    await expect(page.getByRole('button', { name })).not.toBeFocused()
  }

  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
})

test('the link of an agent leads through the sign-in to the call, on a phone', async ({
  browser,
  request,
  installation,
}) => {
  const { ask } = await agentOf(request, installation)
  const { path } = await ask('From the phone')
  const context = await browser.newContext({
    baseURL: installation.origin,
    viewport: { width: 390, height: 844 },
    storageState: { cookies: [], origins: [] },
  })
  const page = await context.newPage()
  await page.goto(path)
  await page.getByLabel('E-mail').fill(installation.owner.email)
  await page.getByLabel('Password', { exact: true }).fill(installation.owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page).toHaveURL(path)
  // In reach of a thumb without scrolling, in place of the navigation.
  await expect(page.getByRole('button', { name: 'Approve and publish' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Approve and publish' }).click()
  await expect(page.getByText('Waiting for the agent to repeat its call')).toBeVisible()
  await context.close()
})

test('who may not decide is not shown what an agent asked for, and is told who is', async ({
  page,
  browser,
  request,
  installation,
}, info) => {
  const { ask } = await agentOf(request, installation)
  const { path } = await ask('Not for everybody')
  await page.goto('/o/careful-media/settings/members')
  await page.getByRole('button', { name: 'Invite people' }).click()
  await page.getByLabel('E-mail addresses').fill(`author-${process.pid}-${Date.now()}@example.com`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = (await page.getByTestId('invitation-link').textContent()) ?? ''
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const guest = await context.newPage()
  await guest.goto(link)
  await guest.getByLabel('Your name').fill('Sam Author')
  await guest.getByLabel('Password', { exact: true }).fill(installation.owner.password)
  await guest.getByRole('button', { name: 'Create account and join' }).click()
  await expect(guest.getByRole('heading', { name: /for you\.$/, level: 1 })).toBeVisible()
  await guest.goto(`${installation.origin}${path}`)

  await expect(guest.getByText('It is not yours to decide')).toBeVisible()
  await expect(guest.getByText(/Owners and admins see all calls/)).toBeVisible()
  await expect(guest.getByText('Not for everybody')).toHaveCount(0)
  await expect(guest.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await guest.keyboard.press('a')
  await expectSound(guest)
  await keepPicture(guest, info.outputPath('not-allowed.png'))
  await context.close()
})

test('what an agent hides in its text is written out, and is never more than text', async ({
  page,
  request,
  installation,
}) => {
  const { ask } = await agentOf(request, installation, 'Sly \u202Etnega')
  await page.goto((await ask('<img src=x onerror=alert(1)> [link](javascript:alert(1)) \u200Bsafe')).path)

  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x onerror=alert(1)>')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('[U+200B]safe')
  await expect(page.getByRole('main').locator('img')).toHaveCount(0)
})

test('the policy is set in the settings, and undone there', async ({ page, request, installation }) => {
  const { person } = await agentOf(request, installation)
  await person('setApprovalPolicy', { risks: [] })
  await page.goto(`${inbox}?tab=pending&search=`)
  await page.goto('/o/careful-media/settings/publishing#agents')
  const section = page.getByRole('region', { name: 'Agents' })
  await section.getByLabel('Ask a person before an agent publishes').check()
  await section.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Such calls wait under Approvals')).toBeVisible()
  expect((await person('listApprovals', { pageSize: 1 })).policy).toEqual(['publish'])
  await section.getByLabel('Ask a person before an agent publishes').uncheck()
  await section.getByRole('button', { name: 'Save changes' }).click()

  await expect(page.getByText('Agents need no approval.')).toBeVisible()
  expect((await person('listApprovals', { pageSize: 1 })).policy).toEqual([])
})

test('what is chosen while the policy is saved stays, and is saved next', async ({ page, request, installation }) => {
  const { person } = await agentOf(request, installation)
  await person('setApprovalPolicy', { risks: [] })
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.goto('/o/careful-media/settings/publishing#agents')
  const section = page.getByRole('region', { name: 'Agents' })
  const save = section.getByRole('button', { name: 'Save changes' })
  await section.getByLabel('Ask a person before an agent publishes').check()
  await page.route('**/setApprovalPolicy', async (route) => {
    await answered
    await route.continue()
  })
  const sent = page.waitForRequest('**/setApprovalPolicy')
  await save.click()
  await sent
  await section.getByLabel('Ask a person before an agent deletes or takes away').check()
  answer()
  await expect(page.getByText('Such calls wait under Approvals')).toBeVisible()

  await expect(section.getByLabel('Ask a person before an agent deletes or takes away')).toBeChecked()
  const saved = page.waitForResponse('**/setApprovalPolicy')
  await save.click()
  await saved
  await expect(save).toBeDisabled()
  expect((await person('listApprovals', { pageSize: 1 })).policy).toEqual(['publish', 'destructive'])
  await person('setApprovalPolicy', { risks: [] })
})

test('the first steps show what is done, and a step is skipped or kept', async ({ page }) => {
  await page.goto('/o/careful-media')
  const steps = page.getByRole('region', { name: 'First steps' })
  const count = steps.getByText(/^\d of 7$/)
  // How many are done at first depends on what other tests have published.
  const before = Number((await count.textContent())?.charAt(0))
  await steps.getByRole('button', { name: 'Skip: Plan a first topic' }).click()
  await expect(count).toHaveText(`${before + 1} of 7`)
  await steps.getByRole('button', { name: 'Keep headless' }).click()
  await expect(count).toHaveText(`${before + 2} of 7`)
  await steps.getByRole('link', { name: 'Add the name' }).click()
  await page.getByLabel('Brand (optional)').fill('Northwind')
  await page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('link', { name: 'Desk', exact: true }).click()

  await expect(count).toHaveText(`${before + 3} of 7`)
  await steps.getByRole('link', { name: 'Connect an agent' }).click()
  await expect(page.getByRole('heading', { name: 'Agents', level: 1 })).toBeFocused()
})

test.describe('the screens of approvals', () => {
  test('are accessible, still and within their width in both themes', async ({ page, request, installation }, info) => {
    test.setTimeout(180_000)
    const { ask, publish, draft, call, person } = await agentOf(request, installation)
    const waiting = await ask('How to choose a CRM for a small team that has never used one before')
    const approved = await ask('What is a sales pipeline')
    const used = await ask('Ten questions before you buy')
    const declined = await ask('The wrong price')
    await call('deleteItem', { id: await draft('Old news from last year') }, { confirm: true })
    const idOf = ({ path }: { path: string }) => path.split('/').at(-1) ?? ''
    for (const one of [approved, used]) await person('approveCall', { approvalId: idOf(one) })
    await publish(used.id)
    await person('declineCall', { approvalId: idOf(declined), reason: 'The price in it is wrong. Ask sales first.' })
    const screens = [
      ['inbox', inbox, 'Approvals'],
      ['all', `${inbox}?tab=all`, 'Approvals'],
      ['nothing', `${inbox}?tab=expired`, 'Approvals'],
      ['waiting', waiting.path, 'Publish'],
      ['approved', approved.path, 'Publish'],
      ['done', used.path, 'Publish'],
      ['declined', declined.path, 'Publish'],
      ['unknown', `${inbox}/apr_01k9x8f0000000000000000000`, 'Approval'],
    ] as const
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const [name, path, heading] of screens) {
        await page.goto(path)
        await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
        await settled(page)
        const what = `${name}, ${width} px`
        expect.soft(await layoutShift(page), what).toBeLessThan(0.02)
        await expectSound(page, { what, picture: (theme) => info.outputPath(`${name}-${width}-${theme}`) })
      }
      await page.goto(waiting.path)
      await page.getByRole('button', { name: 'Decline' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      const picture = (theme: string) => info.outputPath(`decline-${width}-${theme}`)
      await expectSound(page, { what: `decline, ${width} px`, picture, fullPage: false })
    }
  })
})

/** Opens a page and waits until its live stream is open. */
async function watch(page: Page, path: string): Promise<void> {
  await Promise.all([page.waitForResponse(/\/app\/events\?/), page.goto(path)])
}

test('a merge is shown as what stays, what ends and what leads on, without the texts that end', async ({
  page,
  request,
  installation,
}, info) => {
  const { call, collectionId, person } = await agentOf(request, installation, 'Merging agent')
  const write = async (title: string, content: string, status = 'published') =>
    (await person('createItem', { collectionId, title, content, status }, { confirm: true })).item
  const kept = await write('Harbour lights', 'Words about lights.')
  const live = await write('Lights of the harbour', 'Other words about lights.')
  const draft = await write('A third one on lights', 'A draft about lights.', 'draft')
  await write('A walk at night', `Read about [lights](${live.url}).`)
  const input = { winnerId: kept.id, duplicateIds: [live.id, draft.id], rewriteReferences: true, createRedirects: true }
  const headers = { 'Idempotency-Key': 'merge-lights' }
  const { approvalUrl } = (await call('consolidateItems', input, { confirm: true }, headers)).json['error'].details

  await page.goto(new URL(approvalUrl).pathname)

  const stays = page.getByRole('region', { name: 'Which one stays' })
  await expect(stays).toContainText('Harbour lights')
  await expect(stays).toContainText('1 article becomes a draft and is no longer public')
  await expect(stays.getByRole('listitem').filter({ hasText: 'A third one on lights' })).toContainText('Draft')
  await expect(page.getByRole('listitem').filter({ hasText: `/articles/${live.slug}leads to` })).toContainText(
    kept.slug,
  )
  await expect(page.getByText('1 reference in 1 article is rewritten')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Article “A walk at night” changed' })).toBeVisible()
  await expect(page.getByText('Other words about lights.')).toHaveCount(0)
  await expect(page.getByText('Consolidated into ID')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Checks' })).not.toContainText('Lights of the harbour')
  await settled(page)
  await expectSound(page, { what: 'merge', picture: (name) => info.outputPath(`merge-${name}`) })
})
