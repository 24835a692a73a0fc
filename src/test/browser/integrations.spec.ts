import { openChat } from '#test/standins/chat.ts'
import { openEndpoint } from '#test/standins/endpoint.ts'
import { openWordpress } from '#test/standins/wordpress.ts'

import { expect, test } from './fixtures.ts'
import { expectSound } from './page-checks.ts'
import { personOf } from './person-calls.ts'
import { settled } from './traffic.ts'

test.use({ organizationName: 'Lamp Press', expectedErrors: [/403|422|502|424/] })

test('a website is told of changes: its address, its secret shown once, a test message, and the end of it', async ({
  page,
  installation,
}, info) => {
  await page.goto(`/o/${installation.organization.slug}/settings/integrations`)
  const website = page.getByRole('region', { name: 'Your website' })
  await expect(website.getByText('Not connected')).toBeVisible()
  await settled(page)
  await expectSound(page)

  await page.getByRole('textbox', { name: 'Address' }).fill('https://website.invalid/api/revalidate')
  await page.getByRole('button', { name: 'Add' }).press('Enter')
  const asked = page.getByRole('alertdialog', { name: 'Notify this address of changes?' })
  await expect(asked).toContainText('https://website.invalid/api/revalidate')
  await expectSound(page)
  await asked.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('Needs a secret')).toBeVisible()

  await page.getByRole('button', { name: 'Create secret…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create secret' }).click()
  const shown = page.getByRole('dialog', { name: 'The secret of your website' })
  await expect(shown.getByTestId('secret')).toHaveText(/^whsec_/)
  await expectSound(page)
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByText(/^whsec_/)).toHaveCount(0)

  await page.getByRole('button', { name: 'Send a test message' }).click()
  await expect(page.getByText('website.invalid could not be reached.')).toBeVisible()
  await settled(page)
  await expectSound(page, { picture: (name) => info.outputPath(name) })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectSound(page)

  await page.getByRole('button', { name: 'Disconnect…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(website.getByText('Not connected')).toBeVisible()
})

test.describe('copies', () => {
  test.use({ organizationName: 'Copy Press', expectedErrors: [/403|422|502|424|ERR_FAILED/] })

  test('a WordPress is connected, tested, and articles go there by a switch that says what it does', async ({
    page,
    installation,
  }, info) => {
    const site = await openWordpress()
    const { slug } = installation.organization
    const item = { collectionId: 'articles', title: 'First copy', content: 'Text.', status: 'published' }
    const person = personOf(page.request, installation)
    await person('createItem', item, { confirm: true })
    await page.goto(`/o/${slug}/settings/integrations`)
    await page.getByRole('link', { name: 'Connect WordPress…' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Connect WordPress' })).toBeVisible()
    await page.getByLabel('Address of the site').fill(site.url)
    await page.getByLabel('User name').fill('editor')
    await page.getByLabel('Application password').fill('not the one of this site')
    await settled(page)
    await expectSound(page, { what: 'connect', picture: (name) => info.outputPath(`connect-${name}`) })
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const prove = page.getByRole('dialog').getByLabel('Password')
    await prove.or(page.getByText('WordPress refuses this credential')).first().waitFor()
    if (await prove.isVisible()) {
      await prove.fill(installation.owner.password)
      await prove.press('Enter')
    }
    await expect(page.getByText('WordPress refuses this credential. Nothing was stored.')).toBeVisible()
    await expectSound(page, { what: 'refused' })

    await page.getByLabel('Application password').fill('abcd efgh ijkl mnop qrst uvwx')
    await page.getByRole('button', { name: 'Connect', exact: true }).press('Enter')
    await expect(page.getByRole('heading', { name: 'WordPress', exact: true })).toBeVisible()
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Write a test draft' }).click()
    await expect(page.getByText('It came back as it was sent.')).toBeVisible()
    await page.getByRole('button', { name: 'Show fields' }).click()
    await expect(page.getByLabel('Field for Title', { exact: true })).toHaveValue('title')
    await settled(page)
    await expectSound(page, { what: 'connected', picture: (name) => info.outputPath(`connected-${name}`) })

    await page.getByRole('button', { name: 'Send articles there…' }).click()
    const asked = page.getByRole('alertdialog', { name: 'Send articles to WordPress?' })
    await expect(asked).toContainText('1 new, 0 changed, 0 as they are')
    await expectSound(page, { what: 'switch' })
    await asked.getByRole('button', { name: 'Send articles there' }).click()
    await expect(page.getByText('Published articles go to WordPress.')).toBeVisible({ timeout: 20_000 })
    expect([...site.posts.values()].filter(({ status }) => status === 'publish').map(({ title }) => title)).toEqual([
      'First copy',
    ])

    for (const post of site.posts.values()) post.excerpt = 'Theirs'
    const { items } = await person('listItems', {})
    const edit = await person('updateItem', { id: items[0].id, title: 'Second words' }, { confirm: true })
    await expect
      .poll(async () => (await person('getJob', { jobId: edit.jobId })).state, { timeout: 20_000 })
      .toBe('partial')
    await page.reload()
    const troubled = page.getByRole('region', { name: 'Copies that need a look' })
    await expect(troubled.getByText('Changed in the service: excerpt.')).toBeVisible()
    await expect(troubled.getByRole('link', { name: 'Second words' })).toBeVisible()
    await settled(page)
    await expectSound(page, { what: 'troubled', picture: (name) => info.outputPath(`troubled-${name}`) })

    site.changePassword('renewed-password-of-the-site')
    await page.getByRole('button', { name: 'Test the connection' }).click()
    await expect(page.getByText('Refuses the credential', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Replace credential…' }).click()
    const again = page.getByRole('dialog')
    await again.getByLabel('User name').fill('editor')
    await again.getByLabel('Application password').fill('renewed-password-of-the-site')
    await expectSound(page, { what: 'replace' })
    // What cannot be read again takes nothing away.
    await page.route('**/getIntegration', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await person('updateOrganizationSettings', { locale: 'en-GB' })
    await failed
    await page.unroute('**/getIntegration')
    await expect(again.getByLabel('User name')).toHaveValue('editor')
    await again.getByRole('button', { name: 'Replace credential' }).click()
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectSound(page, { what: 'phone' })
    await page.getByRole('link', { name: 'All deliveries' }).click()
    await expect(page.getByText('127.0.0.1').first()).toBeVisible()
    await site.close()
  })
})

test.describe('chat', () => {
  test.use({ organizationName: 'Chat Press' })

  test('a team chat is connected by the address of a webhook, and a message is written', async ({
    page,
    installation,
  }, info) => {
    const chat = await openChat()
    await page.goto(`/o/${installation.organization.slug}/settings/integrations`)
    await page.getByRole('link', { name: 'Connect Microsoft Teams…' }).press('Enter')
    await page.getByLabel('Webhook address').fill(`${chat.url}/workflows/abc`)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const prove = page.getByRole('dialog').getByLabel('Password')
    const title = page.getByRole('heading', { level: 1, name: 'Microsoft Teams', exact: true })
    await prove.or(title).first().waitFor()
    if (await prove.isVisible()) {
      await prove.fill(installation.owner.password)
      await prove.press('Enter')
    }
    await expect(title).toBeVisible()
    await page.getByRole('textbox', { name: 'Message' }).fill('Tides are live.')
    await page.getByRole('button', { name: 'Send message' }).press('Enter')
    await expect(page.getByText('The message was sent.')).toBeVisible()
    await page.getByRole('button', { name: 'Send the digest of the week' }).click()
    await expect(page.getByText('The digest was sent.')).toBeVisible()
    expect(chat.messages.map(({ text }) => text.split('\n')[0])).toEqual([
      String.raw`Tides are live\.`,
      'The last seven days:',
    ])
    await settled(page)
    await expectSound(page, { what: 'chat', picture: (name) => info.outputPath(`chat-${name}`) })
    const integration = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await page.getByRole('banner').getByRole('link', { name: 'Integrations' }).click()
    await expect(page.getByRole('link', { name: 'Microsoft Teams', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Connect IndexNow…' })).toBeVisible()
    await settled(page)
    await expectSound(page, { what: 'list', picture: (name) => info.outputPath(`list-${name}`) })
    await page.setViewportSize({ width: 390, height: 844 })
    await expectSound(page, { what: 'phone' })

    await page.goto(`/o/${installation.organization.slug}/settings/organization`)
    const notices = page.getByRole('region', { name: 'Notices' })
    await notices.getByLabel('Something was published').selectOption({ label: 'Only Microsoft Teams' })
    await notices.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await settled(page)
    await expectSound(page, { what: 'notices' })
    const item = { collectionId: 'articles', title: 'Ebb', content: 'Text.', status: 'published' }
    await personOf(page.request, installation)('createItem', item, { confirm: true })
    await expect
      .poll(() => chat.messages.some(({ text }) => text.startsWith('Published: Ebb')), { timeout: 20_000 })
      .toBe(true)

    // What was sent is found by its kind, its state and its words.
    await page.goto(`/o/${installation.organization.slug}/settings/deliveries?kind=nonsense`)
    await expect(page).toHaveURL(/\/deliveries$/)
    const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row')
    const sent = rows.filter({ hasText: 'Received' })
    await expect(sent.first()).toBeVisible()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const filter = page.getByRole('group', { name: 'Filter' })
    await filter.getByLabel('Kind').selectOption('chat')
    await expect(page).toHaveURL(/kind=chat/)
    await expect(sent.first()).toBeVisible()
    await filter.getByLabel('State').selectOption('exhausted')
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await filter.getByLabel('State').selectOption('succeeded')
    await expect(sent.first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').fill('nowhere at all')
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(page).toHaveURL(/\/deliveries$/)
    await expect(sent.first()).toBeVisible()
    await settled(page)
    await expectSound(page, { what: 'deliveries', picture: (name) => info.outputPath(`deliveries-${name}`) })

    // A message of an agent waits with its words and its place.
    const person = personOf(page.request, installation)
    await person('setApprovalPolicy', { risks: ['publish'] })
    const { secret } = await person('createApiKey', { name: 'Town crier', scopes: ['integrations:write'] })
    const answer = await page.request.post(`${installation.origin}/v2/tools/sendChatMessage`, {
      headers: { 'X-API-Key': secret },
      data: { input: { id: integration, text: 'The tide is out.\nThe quay is dry.' }, confirm: true },
    })
    await page.goto((await answer.json()).error.details.approvalUrl)
    const asked = 'Town crier asks to send a message to “Microsoft Teams”.'
    await expect(page.getByRole('heading', { name: asked, level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: 'The message' })).toContainText('The tide is out.\nThe quay is dry.')
    await expect(page.getByRole('region', { name: 'If you approve' })).toContainText('It cannot be taken back.')
    await expect(page.getByRole('button', { name: 'Approve and send' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'The call itself' })).toHaveCount(0)
    await settled(page)
    await expectSound(page, { what: 'approval', picture: (name) => info.outputPath(`approval-${name}`) })
    await chat.close()
  })
})

test.describe('own endpoint', () => {
  test.use({ organizationName: 'Endpoint Press' })

  test('an endpoint of your own gets a secret that is shown once, and articles go there', async ({
    page,
    installation,
  }, info) => {
    const endpoint = await openEndpoint()
    const { slug } = installation.organization
    const person = personOf(page.request, installation)
    await page.goto(`/o/${slug}/settings/integrations`)
    await page.getByRole('link', { name: 'Connect Own endpoint…' }).press('Enter')
    await page.getByLabel('Address of the endpoint').fill(`${endpoint.url}/items`)
    await settled(page)
    await expectSound(page, { what: 'connect', picture: (name) => info.outputPath(`connect-${name}`) })
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const shown = page.getByRole('dialog', { name: 'The secret of your endpoint' })
    const prove = page.getByRole('dialog').getByLabel('Password')
    await prove.or(shown).first().waitFor()
    if (await prove.isVisible()) {
      await prove.fill(installation.owner.password)
      await prove.press('Enter')
    }
    endpoint.expects((await shown.getByTestId('secret').textContent()) ?? '')
    await settled(page)
    await expect(shown).toBeVisible()
    await expectSound(page, { what: 'secret' })
    await shown.getByRole('button', { name: 'I have stored it' }).click()
    await expect(page.getByText(/^whsec_/)).toHaveCount(0)
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()
    expect(endpoint.requests).toEqual([])

    await page.getByRole('button', { name: 'Send articles there…' }).click()
    const asked = page.getByRole('alertdialog', { name: 'Send articles to Own endpoint?' })
    await asked.getByRole('button', { name: 'Send articles there' }).click()
    await expect(page.getByText('Published articles go to Own endpoint.')).toBeVisible({ timeout: 20_000 })
    const item = { collectionId: 'articles', title: 'Told whole', content: 'Text.', status: 'published' }
    await person('createItem', item, { confirm: true })
    await expect
      .poll(() => endpoint.received.map(({ message }) => [message.type, message.data.item?.['title']]), {
        timeout: 20_000,
      })
      .toEqual([['item.published', 'Told whole']])
    await settled(page)
    await expectSound(page, { what: 'connected', picture: (name) => info.outputPath(`connected-${name}`) })
    await endpoint.close()
  })
})

test.describe('a grant', () => {
  test.use({ organizationName: 'Grant Press', expectedAddresses: [/\/o\/oauth2\/v2\/auth/] })

  test('disconnecting says what is given back, and what is left to do where the service does not take it', async ({
    page,
    server: { google },
    installation,
  }, info) => {
    await page.goto(`/o/${installation.organization.slug}/settings/integrations/new/google_search_console`)
    await page.getByRole('button', { name: 'Sign in at Google Search Console' }).click()
    const prove = page.getByRole('dialog').getByLabel('Password')
    const disconnect = page.getByRole('button', { name: 'Disconnect…' })
    await prove.or(disconnect).first().waitFor()
    if (await prove.isVisible()) {
      await prove.fill(installation.owner.password)
      await prove.press('Enter')
    }
    await disconnect.click()
    const asked = page.getByRole('alertdialog', { name: 'Disconnect Google Search Console?' })
    await expect(asked).toContainText('The access that was granted there is given back.')
    await settled(page)
    await expectSound(page, { what: 'asked', fullPage: false })

    google.fail(({ path }) => path === '/revoke', { status: 503 })
    await asked.getByRole('button', { name: 'Disconnect' }).click()
    const left = page.getByRole('dialog', { name: 'Google Search Console is disconnected here only' })
    await expect(left).toContainText('End it there: Google Account, Third-party apps and services.')
    await settled(page)
    await expectSound(page, { what: 'left', picture: (name) => info.outputPath(`left-${name}`), fullPage: false })
    await left.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(/\/settings\/integrations$/)
  })
})
