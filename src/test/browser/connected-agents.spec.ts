import type { Page, TestInfo } from '@playwright/test'

import { callWithToken, openAgent, openBrowser } from '#test/oauth-client.ts'

import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'

const screen = '/o/connected-media/settings/api'

// One story in one fresh organization: no part of it can run twice.
test.use({ organizationName: 'Connected Media' })

test('a person sees, narrows and ends what agents may do, and connects another one', async ({
  page,
  installation,
}, info) => {
  test.setTimeout(240_000)
  page.setDefaultTimeout(20_000)
  const { origin } = installation
  const server = { url: origin }
  const [cookie] = await page.context().cookies()
  const session = `${cookie?.name}=${cookie?.value}`
  const scope = 'org:read content:read content:write content:publish'

  await test.step('nothing is connected yet, and the other names of the page lead there', async () => {
    for (const name of ['agents', 'settings/connected-agents']) {
      await page.goto(`${origin}/o/connected-media/${name}`)
      await expect(page).toHaveURL(`${origin}${screen}`)
    }
    await expect(page.getByRole('heading', { name: 'No agents yet' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'API & MCP access' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('searchbox')).toHaveCount(0)
  })

  const client = await openAgent(server, { client_name: 'Writing assistant' })
  const tokens = await client.connect(session, { scope })
  const call = (operation: string, input: unknown = {}, headers: Record<string, string> = {}) =>
    callWithToken(server, tokens.access_token, operation, input, headers)

  await test.step('a client that was allowed appears by itself, with what it uses', async () => {
    expect((await call('listCollections')).status).toBe(200)
    const row = page.getByRole('row', { name: /Writing assistant/ })
    await expect(row).toContainText('agent.example.com')
    await expect(row).toContainText('self-registered, unverified')
    await expect(row).toContainText('1 of 4 used in 30 days')
    await expect(row).toContainText('List collections')
  })

  await test.step('the list and its panel are accessible in both themes and at both widths', async () => {
    await fill(page, origin)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${origin}${screen}`)
      await expect(page.getByRole('link', { name: 'Writing assistant' })).toBeVisible()
      await expect(page.getByRole('tab', { name: 'Cursor' })).toBeVisible()
      // Two lines each, whatever an agent is called and from wherever it calls.
      const rows = page.getByRole('table', { name: 'Agents' }).locator('tbody tr')
      const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
      expect(heights).toHaveLength(3)
      for (const height of heights) expect(height).toBeLessThanOrEqual(68)
      await sound(page, info, `list-${width}`)
      await page.getByRole('link', { name: 'Writing assistant' }).click()
      await expect(page.getByRole('button', { name: 'Change access' })).toBeVisible()
      await sound(page, info, `panel-${width}`, false)
      await page.getByRole('button', { name: 'Change access' }).click()
      await expect(page.getByRole('button', { name: 'Writer' })).toBeVisible()
      await sound(page, info, `change-${width}`, false)
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the keyboard opens a panel and comes back to its row', async () => {
    await page.goto(`${origin}${screen}`)
    const link = page.getByRole('link', { name: 'Writing assistant' })
    await link.focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Writing assistant' })
    await expect(panel.getByRole('heading', { name: 'Writing assistant' })).toBeFocused()
    await expect(page).toHaveURL(/agent=grt_/)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(link).toBeFocused()
  })

  const panel = page.getByRole('dialog', { name: 'Writing assistant', exact: true })

  await test.step('what is unticked is refused from the next request on, and can be given back', async () => {
    const item = { title: 'A draft', content: 'Text.' }
    const { json } = await call('listCollections')
    const draft = { collectionId: json.result.items[0].id, ...item }
    await page.getByRole('link', { name: 'Writing assistant' }).click()
    await panel.getByRole('button', { name: 'Change access' }).click()
    const dialog = page.getByRole('dialog', { name: 'What may Writing assistant do?' })
    await dialog.getByLabel('Write and edit content').uncheck()
    await dialog.getByRole('button', { name: 'Change access' }).click()
    await expect(dialog).toBeHidden()
    expect(await call('createItem', draft)).toMatchObject({ status: 403 })
    await expect(panel.getByText('Write and edit content')).toHaveCount(0)

    await panel.getByRole('button', { name: 'Change access' }).click()
    await dialog.getByLabel('Write and edit content').check()
    await dialog.getByRole('button', { name: 'Change access' }).click()
    await expect(dialog).toBeHidden()
    expect(await call('createItem', draft)).toMatchObject({ status: 200 })
  })

  await test.step('it is reduced to what it used', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Reduce to what it used: Writing assistant' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Reduce Writing assistant to what it used?' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(dialog.getByRole('listitem')).toHaveText([
      'Read the organization and its members',
      'Publish and schedule',
    ])
    await sound(page, info, 'reduce', false)
    await dialog.getByRole('button', { name: 'Reduce access' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row', { name: /Writing assistant/ })).toContainText('All of it used in 30 days')
    expect((await call('getOrganization')).status).toBe(403)
  })

  await test.step('its calls stand in the audit log, alone', async () => {
    await page.getByRole('link', { name: 'Writing assistant' }).click()
    await panel.getByRole('link', { name: 'All calls in the audit log' }).click()
    await expect(page).toHaveURL(/audit-log\?agent=grt_/)
    await expect(page.getByRole('link', { name: /could not create an article|wrote A draft/ })).toHaveCount(2)
    await expect(page.getByText('Reporting')).toHaveCount(0)
    await page.goBack()
    await expect(panel).toBeVisible()
  })

  await test.step('the members screen names it among the agents of its person', async () => {
    await page.goto(`${origin}/o/connected-media/settings/members`)
    await page.getByText('3 agents').click()
    await expect(page.getByText('Writing assistant (app, agent.example.com)')).toBeVisible()
    await sound(page, info, 'members')
    await page.getByRole('link', { name: 'Look at them' }).click()
    await expect(page).toHaveURL(/settings\/api\?person=usr_/)
    await page.getByRole('link', { name: 'Writing assistant' }).click()
  })

  await test.step('the screen says that agents cannot read it', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Via API' }).click()
    await expect(page.getByRole('group', { name: 'Via API' })).toContainText('auth_internals')
    await sound(page, info, 'via-api', false)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Writing assistant' }).click()
  })

  await test.step('disconnected, its next call is refused', async () => {
    await panel.getByRole('button', { name: 'Disconnect' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Disconnect Writing assistant?' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Disconnect' })).toBeEnabled()
    await sound(page, info, 'disconnect', false)
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await expect(panel.getByText('Revoked')).toBeVisible()
    const refused = await call('listCollections')
    expect([refused.status, refused.json.error.code]).toEqual([401, 'invalid_token'])
    await page.keyboard.press('Escape')
  })

  await test.step('a code that comes twice ends its connection and is told on top', async () => {
    const other = await openAgent(server, { client_name: 'Copied client' })
    const browser = openBrowser(server)
    browser.setCookie(session)
    const back = await other.answer(browser, await other.ask(browser))
    const code = back.searchParams.get('code') ?? ''
    expect((await other.redeem(code)).status).toBe(200)
    expect((await other.redeem(code)).status).toBe(400)
    await page.goto(`${origin}${screen}`)
    await expect(page.getByRole('list', { name: 'Notices' })).toContainText('“Copied client” of')
    await sound(page, info, 'notice')
    await page.getByRole('link', { name: 'Look at the record' }).click()
    await expect(page.getByRole('dialog', { name: /could not renew the access/ })).toContainText('code_replay')
    await page.goBack()
  })

  await test.step('a new key waits for its first call, and sees it come', async () => {
    await page.getByRole('button', { name: 'New key…' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Reading agent')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    const secret = (await page.getByTestId('secret').textContent()) ?? ''
    const dialog = page.getByRole('dialog', { name: /Reading agent/ })
    await expect(dialog.getByText('Waiting for the first call…')).toBeVisible()
    await expect(dialog.getByRole('region', { name: 'In a terminal' })).toContainText(`X-API-Key: ${secret}`)
    await dialog.getByRole('button', { name: 'Test connection' }).click()
    await expect(dialog.getByText(/The key works: an agent sees \d+ tools\./)).toBeVisible()
    await expect(dialog.getByText('Waiting for the first call…')).toBeVisible()
    await sound(page, info, 'secret', false)
    await page.setViewportSize({ width: 390, height: 900 })
    await sound(page, info, 'secret-390', false)
    await page.setViewportSize({ width: 1440, height: 900 })
    const { status } = await page.request
      .post(`${origin}/v2/tools/listManagerItems`, {
        headers: { 'X-API-Key': secret },
        data: { input: {} },
      })
      .then((answer) => ({ status: answer.status() }))
    expect(status).toBe(200)
    await expect(dialog.getByText('It is connected')).toBeVisible()
    await expect(dialog.getByText('First call: List items of all collections')).toBeVisible()
    await sound(page, info, 'first-call', false)
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await expect(dialog).toBeHidden()
    expect(await page.content()).not.toContain(secret)
  })

  await test.step('the page builds an address that shows fewer tools, and the endpoint takes it', async () => {
    await page.getByText('Show the agent fewer tools').click()
    await page.getByLabel('content', { exact: true }).check()
    await page.getByLabel('Reading only').check()
    const address = page.getByTestId('mcp-address')
    await expect(address).toHaveText(`${origin}/mcp?areas=content&readonly=true`)
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText(/Clients find the sign-in at 127\.0\.0\.1/)).toBeVisible()
    for (const [client, scheme] of [
      ['Cursor', 'cursor:'],
      ['VS Code', 'vscode:'],
    ] as const) {
      await page.getByRole('tab', { name: client }).click()
      const link = page.getByRole('link', { name: `Add to ${client}` })
      await expect(link).toHaveAttribute('href', new RegExp(`^${scheme}`))
      await sound(page, info, `connect-${client}`, false)
    }
    await page.getByRole('tab', { name: 'Claude Code' }).click()
    await page.getByText('API key', { exact: true }).last().click()
    await expect(page.getByRole('region', { name: 'In a terminal' })).toContainText('<YOUR_KEY>')
    await sound(page, info, 'connect')
  })
})

/** A few more agents, so that the list looks as it does in use. */
async function fill(page: Page, origin: string): Promise<void> {
  for (const [name, scopes, expiresInDays] of [
    ['Reporting', ['org:read', 'content:read', 'analytics:read'], 90],
    ['Nightly import with a rather long name that needs two lines', ['content:read', 'content:write'], 5],
  ] as const) {
    const answer = await page.request.post(`${origin}/app/operations/createApiKey`, {
      data: { input: { name, scopes, expiresInDays } },
    })
    const { result } = await answer.json()
    if (name === 'Reporting')
      await page.request.post(`${origin}/v2/tools/listManagerItems`, {
        headers: { 'X-API-Key': result.secret },
        data: { input: {} },
      })
  }
}

function sound(page: Page, info: TestInfo, name: string, fullPage = true): Promise<void> {
  return expectSound(page, { what: name, picture: (theme) => info.outputPath(`${name}-${theme}`), fullPage })
}
