import type { Page } from '@playwright/test'

import { listening } from '#test/listening.ts'
import { callback, openAgent } from '#test/oauth-client.ts'

import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'

type Sent = { url: string; violations: string[] }

/** What the browser did after a form was sent: the last address that it requested, and what the policy blocked. */
function follow(page: Page): Sent {
  const sent: Sent = { url: '', violations: [] }
  page.on('request', (request) => {
    if (request.isNavigationRequest()) sent.url = request.url()
  })
  page.on('response', (response) => {
    const location = response.headers()['location']
    if (location !== undefined && !/^https?:/.test(location)) sent.url = location
  })
  page.on('console', (message) => {
    if (message.text().includes('form-action')) sent.violations.push(message.text())
  })
  return sent
}

/** The consent page of a new client. */
async function open(
  page: Page,
  origin: string,
  redirect: string,
  scope = 'org:read content:read content:write content:publish',
) {
  const agent = await openAgent(
    { url: origin },
    { redirect_uris: [redirect], client_name: 'Agent of the browser test' },
  )
  await page.goto(agent.authorizeUrl({ scope }))
  await expect(page.getByRole('heading', { name: /Agent of the browser test wants to act in/ })).toBeVisible()
  return agent
}

for (const width of [1280, 320]) {
  test(`the consent page is accessible and within its width: ${width} px`, async ({
    browser,
    installation,
    baseURL,
  }, info) => {
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      storageState: installation.storageState,
      viewport: { width, height: 900 },
    })
    const page = await context.newPage()
    await open(page, installation.origin, 'http://localhost:8787/callback')
    for (const summary of await page.locator('summary').all()) await summary.click()

    await expectSound(page, { picture: (name) => info.outputPath(name) })
    await context.close()
  })
}

test.describe('without JavaScript', () => {
  test.use({
    javaScriptEnabled: false,
    expectedErrors: [/ERR_|Failed to load resource|form-action/],
    // Applications are elsewhere.
    expectedAddresses: [/./],
  })

  test('Deny is the first button that the keyboard reaches, and Enter never allows', async ({ page, installation }) => {
    const sent = follow(page)
    await open(page, installation.origin, 'cursor://anysphere.cursor-mcp/oauth/callback')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Deny' })).toBeFocused()

    await page.getByRole('checkbox', { name: /Write and edit content/ }).focus()
    await page.keyboard.press('Enter')

    await expect.poll(() => sent.url).toContain('error=access_denied')
    expect(sent.violations).toEqual([])
  })

  test('a person unticks, allows, and is sent to an application on this computer', async ({ page, installation }) => {
    const { port, close } = await listening((_request, response) => response.end('<p>Back at the agent</p>'))
    const sent = follow(page)
    const agent = await open(page, installation.origin, `http://127.0.0.1:${port}/callback`)
    await page.getByRole('checkbox', { name: /Publish and schedule/ }).uncheck()
    await page.getByRole('button', { name: 'Allow', exact: true }).click()

    await expect(page.getByText('Back at the agent')).toBeVisible()
    const back = new URL(page.url())
    expect([back.port, sent.violations]).toEqual([String(port), []])
    const { json } = await agent.redeem(back.searchParams.get('code') ?? '')
    expect(json.scope).toBe('org:read content:read content:write')
    await close()
  })

  for (const [name, redirect] of [
    ['a website', callback],
    ['a private scheme', 'cursor://anysphere.cursor-mcp/oauth/callback'],
  ] as const) {
    test(`the answer reaches ${name}, because the policy of the page names it`, async ({ page, installation }) => {
      const sent = follow(page)
      await open(page, installation.origin, redirect)
      await page.getByRole('button', { name: 'Allow read only' }).click()

      await expect.poll(() => sent.url).toContain(`${redirect}?code=`)
      expect(sent.violations).toEqual([])
    })
  }

  test('a policy that does not name the target would hold the answer back', async ({ page, installation }) => {
    await page.route(/\/oauth\/consent\/[\w-]+$/, async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      const response = await route.fetch()
      const policy =
        response.headers()['content-security-policy']?.replace(/form-action 'self'.*/, "form-action 'self'") ?? ''
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } })
    })
    const sent = follow(page)
    await open(page, installation.origin, callback)
    // The target of a redirect is not intercepted; the same address by itself is.
    await page.reload()
    await page.getByRole('button', { name: 'Deny' }).click()

    await expect.poll(() => sent.violations.length).toBeGreaterThan(0)
    expect(sent.url).not.toContain(callback)
  })

  test('an IPv6 address is reached by a page that goes on by itself', async ({ page, installation }) => {
    const sent = follow(page)
    await open(page, installation.origin, 'http://[::1]:9/callback')
    await page.getByRole('button', { name: 'Deny' }).click()

    await expect.poll(() => sent.url).toMatch(/^http:\/\/\[::1\]:9\/callback\?error=access_denied/)
    expect(sent.violations).toEqual([])
  })
})

test.describe('signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] }, expectedErrors: [/status of 40[01]|ERR_/] })

  test('one signs in and comes back to the same request, and may be somebody else', async ({ page, installation }) => {
    const agent = await openAgent({ url: installation.origin }, { client_name: 'Agent of the browser test' })
    await page.goto(agent.authorizeUrl())
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    const signIn = async () => {
      await page.getByLabel('E-mail').fill(installation.owner.email)
      await page.getByLabel('Password', { exact: true }).fill(installation.owner.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('heading', { name: /wants to act in Northwind Media/ })).toBeVisible()
    }
    await signIn()
    await page.getByRole('button', { name: 'Not you? Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await signIn()
  })

  test('an unknown application gets a page of its own', async ({ page }) => {
    await page.goto('/oauth/authorize?client_id=nobody&response_type=code')
    await expect(page.getByRole('heading', { name: 'This application is not known here' })).toBeVisible()
    await expectSound(page)
  })
})
