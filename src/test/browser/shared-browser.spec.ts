import type { APIRequestContext, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import type { InstalledServer, Installation } from './installed-server.ts'
import { personOf } from './person-calls.ts'

// Whose session it is no longer is refused, and asked to sign in again.
test.use({ organizationName: 'Ferry Chronicle', expectedErrors: [/401/] })

/** Somebody else with an account on this server becomes a member of the organization. */
async function newMember(
  request: APIRequestContext,
  server: InstalledServer,
  installation: Installation,
  name: string,
) {
  const { owner, storageState } = await server.organizationOf(name)
  const person = personOf(request, installation)
  const { acceptUrl } = await person('inviteMember', { email: owner.email, role: 'editor' })
  const answer = await fetch(`${installation.origin}/app/operations/acceptInvitation`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: storageState.cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; '),
    },
    body: JSON.stringify({ input: { token: acceptUrl.split('#')[1] } }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return storageState.cookies
}

const bar = (page: Page) => page.getByRole('status').filter({ hasText: /aved/ })

test('what one person wrote and did not save, the next one on the same browser neither sees nor sends', async ({
  page,
  context,
  request,
  server,
  installation,
}) => {
  const call = personOf(request, installation)
  const member = await newMember(request, server, installation, 'Ferry Reader')
  const article = { collectionId: 'articles', title: 'Tides', content: 'One.', status: 'published' }
  const { id } = (await call('createItem', article, { confirm: true })).item
  const path = `/o/${installation.organization.slug}/content/${id}`
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await page.goto(path)
  await title.fill('Only mine')
  await expect(bar(page)).toHaveText('Not saved yet; kept in this browser')

  await context.addCookies(member)
  await page.goto(path)
  await expect(title).toHaveValue('Tides')
  await expect(bar(page)).toHaveText('Saved')

  await context.addCookies(installation.storageState.cookies)
  await page.goto(path)
  await expect(title).toHaveValue('Only mine')
})

test('a page of one person saves nothing in the name of another who has signed in since', async ({
  page,
  context,
  request,
  server,
  installation,
}) => {
  const call = personOf(request, installation)
  const member = await newMember(request, server, installation, 'Ferry Guest')
  const { id } = (await call('createItem', { collectionId: 'articles', title: 'Winds', content: 'One.' })).item
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await page.goto(`/o/${installation.organization.slug}/content/${id}`)
  await expect(title).toBeEditable()

  await context.addCookies(member)
  await title.fill('Mine')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toContainText(installation.owner.email)
  expect((await call('getItem', { id })).item).toMatchObject({ title: 'Winds', version: 1 })

  await dialog.getByLabel('Password', { exact: true }).fill(installation.owner.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Saved at/ })).toBeVisible()
  const { items } = await call('listItemRevisions', { id })
  expect(items.map((one: { userId: string }) => one.userId)).toEqual([items[0].userId, items[0].userId])
  expect((await call('getItem', { id })).item.title).toBe('Mine')
})

test('nor does it send files or invite people in the name of the other', async ({
  page,
  context,
  request,
  server,
  installation,
}) => {
  const call = personOf(request, installation)
  const member = await newMember(request, server, installation, 'Ferry Passenger')
  const home = `/o/${installation.organization.slug}`
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await page.goto(`${home}/settings/members`)
  await page.getByRole('button', { name: 'Invite people' }).click()
  const form = page.getByRole('dialog', { name: 'Invite people' })
  await form.getByRole('textbox', { name: 'E-mail addresses' }).fill('guest@ferry.example')
  await context.addCookies(member)
  await form.getByRole('button', { name: 'Invite' }).click()
  await expect(dialog).toContainText(installation.owner.email)
  expect((await call('listInvitations', { status: 'pending' })).items).toEqual([])

  await context.addCookies(installation.storageState.cookies)
  await page.goto(`${home}/media`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload' }).click()
  await context.addCookies(member)
  await (await chooser).setFiles({ name: 'ferry.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(dialog).toContainText(installation.owner.email)
  expect((await call('listMedia', {})).total).toBe(0)
})

test('nor does it change the account of the other', async ({ page, context, request, server, installation }) => {
  const member = await newMember(request, server, installation, 'Ferry Pilot')
  await page.goto(`/o/${installation.organization.slug}/account`)
  const setUp = page.getByRole('button', { name: 'Set up' })
  await expect(setUp).toBeEnabled()

  await context.addCookies(member)
  await setUp.click()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toContainText(installation.owner.email)
})
