import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { backgroundJobs } from '#catalog/jobs.ts'
import { openServer, type TestServer } from '#test/server.ts'

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TestServer
beforeAll(async () => {
  server = await openServer()
})
afterAll(() => server.close())

const sessionOf = async (cookie: string, organization?: string) =>
  (
    await server.client.send('/app/session', {
      headers: { Cookie: cookie, ...(organization === undefined ? {} : { 'X-Organization-Id': organization }) },
    })
  ).json

/** A person with an organization of their own, who is a member of another one with a role, with a call that waits there. */
async function guest(name: string, role: 'admin' | 'viewer') {
  const { client, database } = server
  const host = await server.addOrganization(`Host of ${name}`)
  const person = await server.addOrganization(name)
  await database.asIdentity((db) =>
    db
      .insertInto('auth.memberships')
      .values({ organization_id: host.organizationId, user_id: person.userId, role })
      .execute(),
  )
  const yes = { confirm: true }
  expect((await client.inApp(host.cookie, 'setApprovalPolicy', { risks: ['publish'] }, yes)).status).toBe(200)
  const { secret } = await client.newKey(host.cookie)
  const { item } = (
    await client.call(secret, 'createItem', { collectionId: 'articles', title: 'Waits', content: 'A.' })
  ).json.result
  expect((await client.call(secret, 'publishItem', { id: item.id }, yes)).status).toBe(428)
  return { ...person, host }
}

test('a session says what waits where it is open: where the header says, by id or slug, else in the active one', async () => {
  const { cookie, organizationId, host } = await guest('Northwind Media', 'admin')

  const own = await sessionOf(cookie)
  const there = await sessionOf(cookie, host.organizationId)

  expect(own).toMatchObject({ organization: { id: organizationId, role: 'owner' }, pendingApprovals: 0 })
  expect(there).toMatchObject({
    organization: { id: host.organizationId, name: 'Host of Northwind Media', role: 'admin' },
    pendingApprovals: 1,
    activeOrganizationId: organizationId,
  })
  const { readAt, ...bySlug } = await sessionOf(cookie, there.organization.slug)
  expect({ ...bySlug, readAt: there.readAt }).toEqual(there)
  expect(Date.parse(readAt)).toBeGreaterThanOrEqual(Date.parse(there.readAt))
  expect(await sessionOf(cookie, 'nonsense')).toMatchObject({ organization: null, pendingApprovals: 0 })
  const { json } = await server.client.inApp(cookie, 'listOperations', {})
  expect(own.catalogVersion).toBe(json.result.catalogVersion)
  expect(json.result.backgroundJobs).toEqual(backgroundJobs)
})

test('what waits for others is not counted', async () => {
  const { cookie, host } = await guest('Fabrikam', 'viewer')

  expect(await sessionOf(cookie, host.organizationId)).toMatchObject({ pendingApprovals: 0 })
  expect(await sessionOf(host.cookie)).toMatchObject({ pendingApprovals: 1 })
})

test('after the active organization is left, calls without a header reach the one that the session names', async () => {
  const { client } = server
  const { cookie, organizationId, host } = await guest('Wingtip', 'viewer')
  const yes = { confirm: true }
  await client.inApp(cookie, 'switchOrganization', { id: host.organizationId })

  expect((await client.inApp(cookie, 'leaveOrganization', {}, yes)).status).toBe(200)

  expect(await sessionOf(cookie)).toMatchObject({ activeOrganizationId: organizationId })
  expect((await client.inApp(cookie, 'getOrganization', {})).json.result).toMatchObject({ id: organizationId })
  await client.inApp(cookie, 'deleteOrganization', { name: 'Wingtip' }, yes)
  expect(await sessionOf(cookie)).toMatchObject({ activeOrganizationId: null, organization: null })
  expect((await client.inApp(cookie, 'getOrganization', {})).json.error).toMatchObject({
    code: 'not_found',
    message: 'You are not a member of any organization. Ask for an invitation.',
  })
})

test('people of a suspended organization are told, and its agents are allowed nothing', async () => {
  const { client } = server
  const { cookie, organizationId } = await server.addOrganization('Paused House')
  const { secret } = await client.newKey(cookie)
  const tools = async () => (await client.send('/v2/tools', { headers: { 'X-API-Key': secret } })).json
  expect(await sessionOf(cookie)).toMatchObject({ organization: { suspended: false } })

  await server.asOwner(`update auth.organizations set suspended_at = now() where id = '${organizationId}'`)

  expect(await sessionOf(cookie)).toMatchObject({
    organization: { id: organizationId, suspended: true },
    organizations: [{ id: organizationId, suspended: true }],
  })
  const mine = await client.inApp(cookie, 'listMyOrganizations', {})
  expect(mine.json.result.organizations).toMatchObject([{ id: organizationId, suspended: true }])
  const listed = (await tools()).operations as { allowed: boolean; notAllowedBecause?: string }[]
  expect(listed.filter(({ allowed }) => allowed)).toEqual([])
  expect(listed[0]?.notAllowedBecause).toContain('suspended')
})
