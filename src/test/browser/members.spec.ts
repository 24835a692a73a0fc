import type { BrowserContext, Locator, Page } from '@playwright/test'

import { expect, test, watch } from './fixtures.ts'
import { owner } from './installed-server.ts'
import { expectSound, keepPicture, layoutShift } from './page-checks.ts'
import { settled } from './traffic.ts'

const members = '/o/northwind-media/settings/members'
const settings = '/o/northwind-media/settings/organization'
const rules = '/o/northwind-media/settings/publishing'
const password = 'a horse on a quiet hill'
const nobody = { cookies: [], origins: [] }
let made = 0
/** An address that no other test of this installation uses. */
const newAddress = () => `guest-${++made}-${process.pid}-${Date.now()}@example.com`

for (const width of [1440, 390]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    for (const { path, heading } of [
      { path: members, heading: 'Members' },
      { path: `${members}?search=nobody-has-this`, heading: 'Members' },
      { path: settings, heading: 'Organization' },
      { path: '/new-organization', heading: 'New organization' },
    ])
      test(`${path} is accessible, still and within its width`, async ({ page }, info) => {
        await page.goto(path)
        await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
        await settled(page)

        expect(await layoutShift(page)).toBeLessThan(0.02)
        await expectSound(page, { picture: (name) => info.outputPath(name) })
      })

    test('inviting, its links and the page that they open are accessible', async ({ page, browser }, info) => {
      const [first, second] = [newAddress(), newAddress()]
      await page.goto(members)
      await page.getByRole('button', { name: 'Invite people' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invite people' })
      await expect(dialog.getByLabel('E-mail addresses')).toBeFocused()
      await expectSound(page)
      await keepPicture(page, info.outputPath('invite.png'))
      await dialog.getByLabel('E-mail addresses').fill(`Sam <${first}>\n${second}`)
      await dialog.getByLabel('Message').fill('We look forward to your first article.')
      await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
      const links = page.getByTestId('invitation-link')
      await expect(links).toHaveCount(2)
      await expectSound(page)
      await keepPicture(page, info.outputPath('links.png'))
      const link = (await links.first().textContent()) ?? ''
      await page.keyboard.press('Escape')
      await expect(links).toHaveCount(2)
      await page.getByRole('button', { name: 'Done' }).click()
      await expect(page.getByText(first)).toBeVisible()
      await expectSound(page)
      await keepPicture(page, info.outputPath('pending.png'), { fullPage: true })

      const context = await browser.newContext({
        storageState: nobody,
        viewport: { width, height: 844 },
        reducedMotion: 'reduce',
      })
      const other = await context.newPage()
      await other.goto(link)
      await expect(other.getByRole('heading', { name: 'Join Northwind Media' })).toBeVisible()
      await expectSound(other)
      await keepPicture(other, info.outputPath('invitation.png'), { fullPage: true })
      await context.close()
    })

    test('the dialogs of the danger zone are accessible', async ({ page }, info) => {
      await page.goto(settings)
      await page.getByRole('button', { name: 'Transfer' }).click()
      await expect(page.getByRole('alertdialog')).toContainText(/New owner|Invite somebody first/)
      await expectSound(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Transfer' })).toBeFocused()
      await keepPicture(page, info.outputPath('danger.png'))
    })
  })
}

test.describe('a person', () => {
  test.use({ expectedErrors: [/status of (40[1349]|422)/] })

  test('is invited, joins in another browser, gets a role, and is removed', async ({ page, browser, installation }) => {
    test.setTimeout(120_000)
    const email = newAddress()
    const link = await invite(page, email)

    const context = await browser.newContext({ storageState: nobody })
    const guest = await context.newPage()
    const faults = watch(guest, installation.origin, { errors: [/status of 40[1349]/] })
    const asked: string[] = []
    guest.on('request', (one) => {
      if (one.url().endsWith('/getInvitation')) asked.push(one.postData() ?? '')
    })
    await guest.goto(link)
    await guest.getByLabel('Your name').fill('Sam Guest')
    await guest.getByLabel('Password', { exact: true }).fill(password)
    await guest.getByRole('button', { name: 'Create account and join' }).click()
    await expect(guest.getByRole('heading', { name: /for you\.$/, level: 1 })).toBeVisible()
    expect(guest.url()).not.toContain('mh_inv_')
    expect(asked.filter((body) => !body.includes('mh_inv_'))).toEqual([])
    // The same link, now used up, says so.
    await guest.goto(link)
    await expect(guest.getByRole('heading', { name: 'This invitation does not work' })).toBeVisible()

    await page.goto(`${members}?search=${encodeURIComponent(email)}`)
    await page.getByLabel('Role of Sam Guest').selectOption('viewer')
    const change = page.getByRole('alertdialog', { name: 'Make Sam Guest Viewer?' })
    await expect(change.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await change.getByRole('button', { name: 'Change role' }).click()
    await expect(page.getByLabel('Role of Sam Guest')).toHaveValue('viewer')
    await guest.goto('/o/northwind-media')
    await expect(guest.getByRole('region', { name: 'Changed last' })).toBeVisible()
    await expect(guest.getByRole('region', { name: 'Now' })).toHaveCount(0)
    await guest.goto(members)
    await expect(guest.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible()
    await expect(guest.getByText('An owner or admin invites people')).toBeVisible()
    await expect(guest.getByRole('button', { name: 'Invite people' })).toHaveCount(0)
    await expect(guest.getByLabel(/^Role of/)).toHaveCount(0)
    await guest.goto(settings)
    await expect(guest.getByLabel('Name', { exact: true })).toBeDisabled()
    await expect(guest.getByText('An owner transfers or deletes')).toBeVisible()

    await page.getByRole('button', { name: 'Remove Sam Guest' }).click()
    const remove = page.getByRole('alertdialog', { name: 'Remove Sam Guest?' })
    await expect(remove).toContainText('No agent ends with it.')
    await remove.getByRole('button', { name: 'Remove member' }).click()
    await expect(page.getByText('Nobody matches')).toBeVisible()
    await guest.goto('/')
    await expect(guest.getByRole('heading', { name: 'No organization yet' })).toBeVisible()

    // Invited again: the signed-in account joins with one click.
    await guest.goto(await invite(page, email))
    await guest.getByRole('button', { name: 'Join Northwind Media' }).click()
    await expect(guest.getByRole('heading', { name: /for you\.$/, level: 1 })).toBeVisible()
    await leave(guest)
    expect(faults).toEqual([])
    await context.close()
  })

  test('with another account is told so, and signs in with the right one', async ({ page, browser, installation }) => {
    test.setTimeout(120_000)
    const email = newAddress()
    const context = await browser.newContext({ storageState: nobody })
    const guest = await context.newPage()
    await guest.goto(await invite(page, email))
    await guest.getByLabel('Password', { exact: true }).fill(password)
    await guest.getByRole('button', { name: 'Create account and join' }).click()
    await expect(guest.getByRole('heading', { name: /for you\.$/, level: 1 })).toBeVisible()
    await leave(guest)

    // The owner opens the link first, but it is not theirs. After signing out, the right person signs in on the page itself.
    const link = await invite(page, email)
    await context.clearCookies()
    await signIn(context, installation.origin, owner)
    await guest.goto(link)
    await guest.reload()
    await expect(guest.getByText(`You are signed in as ${owner.email}`)).toBeVisible()
    await guest.getByRole('button', { name: 'Sign out and use the other address' }).click()
    await guest.getByLabel('E-mail').fill(email)
    await guest.getByLabel('Password', { exact: true }).fill(password)
    await guest.getByRole('button', { name: 'Sign in' }).click()
    await guest.getByRole('button', { name: 'Join Northwind Media' }).click()
    await expect(guest.getByRole('heading', { name: /for you\.$/, level: 1 })).toBeVisible()
    await leave(guest)
    await context.close()
  })

  test('makes an organization, changes its settings, and deletes it by its name', async ({ page }) => {
    const name = `Short Lived ${Date.now()}`
    await page.goto('/o/northwind-media/content')
    await page.getByRole('button', { name: /^Organization:/ }).click()
    await page.getByRole('link', { name: 'New organization' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Create organization' }).click()
    await expect(page.getByRole('heading', { name: /for you\.$/, level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()

    const profile = page.getByRole('region', { name: 'Profile' })
    await profile.getByLabel('Website (optional)').fill('http://example.com')
    await profile.getByRole('button', { name: 'Save changes' }).click()
    await expect(profile.locator(':focus').getByRole('alert')).toBeVisible()
    await profile.getByLabel('Website (optional)').fill('https://example.com')
    await saveGroup(profile)
    await expect(page.getByText('Saved.')).toBeVisible()
    const settings = page.getByRole('navigation', { name: 'Settings' })
    await settings.getByRole('link', { name: 'Publishing' }).click()
    const publishing = page.getByRole('region', { name: 'Rules' })
    await publishing.getByLabel('Nobody approves their own article').check()
    await saveGroup(publishing)
    await page.reload()
    await expect(page.getByLabel('Nobody approves their own article')).toBeChecked()
    await settings.getByRole('link', { name: 'Organization', exact: true }).click()
    await expect(page.getByLabel('Website (optional)')).toHaveValue('https://example.com')

    await page.getByRole('button', { name: 'Delete organization' }).click()
    const dialog = page.getByRole('alertdialog', { name: `Delete ${name}?` })
    const verb = dialog.getByRole('button', { name: 'Delete organization' })
    await expect(dialog).toContainText('1 membership')
    await expect(verb).toBeDisabled()
    await dialog.getByLabel(/^Type/).fill(name)
    await verb.click()
    await expect(page).toHaveURL(/\/o\/northwind-media$/)
  })

  test('saves two groups of settings, the second before the page has read what the first changed', async ({ page }) => {
    await page.route('**/app/events?*', () => undefined)
    await page.goto(rules)
    const publicDrafts = page.getByRole('region', { name: 'Public drafts' })
    const publishing = page.getByRole('region', { name: 'Rules' })
    const drafts = publicDrafts.getByLabel('Answer drafts and scheduled items')
    const fourEyes = publishing.getByLabel('Nobody approves their own article')
    await drafts.uncheck()
    await page.route(
      '**/updateOrganizationSettings',
      async (route) => {
        // What the page requests after this answer never arrives.
        const response = await route.fetch()
        await page.route('**/getOrganizationSettings', () => undefined, { times: 1 })
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await saveGroup(publicDrafts)

    await fourEyes.check()
    await saveGroup(publishing)
    await page.reload()
    await expect(fourEyes).toBeChecked()
    await expect(drafts).not.toBeChecked()

    await fourEyes.uncheck()
    await saveGroup(publishing)
    await drafts.check()
    await saveGroup(publicDrafts)
  })

  test('the keyboard stays in a group of settings while another group is saved elsewhere', async ({
    page,
    context,
  }) => {
    await page.goto(rules)
    const drafts = page.getByLabel('Answer drafts and scheduled items')
    await expect(drafts).toBeVisible()
    const elsewhere = await context.newPage()
    await elsewhere.goto(rules)
    const there = elsewhere.getByRole('region', { name: 'Rules' })
    const fourEyes = there.getByLabel('Nobody approves their own article')
    const here = page.getByLabel('Nobody approves their own article')
    await drafts.focus()

    await fourEyes.check()
    await saveGroup(there)
    await expect(here).toBeChecked()

    await expect(drafts).toBeFocused()
    await fourEyes.uncheck()
    await saveGroup(there)
    await expect(here).not.toBeChecked()
  })

  test('who is the only owner cannot leave', async ({ page }) => {
    await page.goto(`${members}?search=${encodeURIComponent(owner.email)}`)

    await expect(page.getByText('The only owner cannot leave')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Leave the organization' })).toHaveCount(0)
  })

  test('revokes an invitation by the keyboard alone', async ({ page }) => {
    const email = newAddress()
    await invite(page, email)
    await page.getByRole('button', { name: `Revoke for ${email}` }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Revoke invitation' })).toBeEnabled()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')

    await expect(dialog).toBeHidden()
    await expect(page.getByText(email, { exact: true })).toHaveCount(0)
  })
})

/** Invites an address on the members screen, and returns the link that is shown. */
async function invite(page: Page, email: string): Promise<string> {
  await page.goto(members)
  await page.getByRole('button', { name: 'Invite people' }).click()
  await page.getByLabel('E-mail addresses').fill(email)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = (await page.getByTestId('invitation-link').textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()
  expect(await page.content()).not.toContain('mh_inv_')
  return link
}

/** Saves a group of settings, and waits until its form has nothing left to save. */
async function saveGroup(group: Locator): Promise<void> {
  const save = group.getByRole('button', { name: 'Save changes' })
  const saved = group.page().waitForResponse((response) => response.url().endsWith('/updateOrganizationSettings'))
  await save.click()
  expect((await saved).status()).toBe(200)
  // A button that is merely busy does not have this attribute.
  await expect(save).toHaveAttribute('disabled')
}

async function leave(page: Page): Promise<void> {
  await page.goto(members)
  await page.getByRole('button', { name: 'Leave the organization' }).click()
  await page.getByRole('button', { name: 'Leave organization' }).click()
  await expect(page.getByRole('heading', { name: 'No organization yet' })).toBeVisible()
}

async function signIn(context: BrowserContext, origin: string, { email }: { email: string }): Promise<void> {
  const answer = await context.request.post(`${origin}/app/session`, { data: { email, password } })
  expect(answer.status()).toBe(200)
}
