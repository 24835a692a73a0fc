import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { openServer, type TestServer } from '#test/server.ts'

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TestServer
beforeAll(async () => {
  server = await openServer({ ALLOW_PRIVATE_NETWORK: '127.0.0.0/8' })
})
afterAll(() => server.close())

const inOrganization = (id: string) => ({ headers: { 'X-Organization-Id': id } })

/** A person whose active organization is their own, and who is an administrator of another one. */
async function twoOrganizations(name: string) {
  const other = await server.addOrganization(`Other of ${name}`)
  const person = await server.addOrganization(name)
  const membership = { organization_id: other.organizationId, user_id: person.userId, role: 'admin' } as const
  await server.database.asIdentity((db) => db.insertInto('auth.memberships').values(membership).execute())
  const session = await server.client.send('/app/session', {
    headers: { Cookie: person.cookie, 'X-Organization-Id': other.organizationId },
  })
  return { ...person, other: { ...other, slug: String(session.json.organization.slug) } }
}

/** Begins to connect Google in an organization and agrees there. Returns the path that Google leads the browser back to. */
async function agree(cookie: string, organizationId: string): Promise<string> {
  const begun = await server.client.inApp(
    cookie,
    'startOAuthConnection',
    { provider: 'google_search_console' },
    inOrganization(organizationId),
  )
  expect(begun.status, begun.text).toBe(200)
  const { headers } = await fetch(begun.json.result.authorizeUrl, { redirect: 'manual' })
  const { pathname, search } = new URL(headers.get('location') ?? '')
  return `${pathname}${search}`
}

const comeBack = async (cookie: string, path: string) => {
  const { status, headers } = await server.client.send(path, { headers: { Cookie: cookie } })
  return { status, place: (headers.get('location') ?? '').replace(server.url, '') }
}
const connectedIn = async (cookie: string, organizationId: string) =>
  (await server.client.inApp(cookie, 'listIntegrations', {}, inOrganization(organizationId))).json.result.items

test('a sign-in leads back to the organization where it was begun, which is not the active one', async () => {
  const { cookie, organizationId, other } = await twoOrganizations('Returning House')
  const path = await agree(cookie, other.organizationId)

  const { status, place } = await comeBack(cookie, path)

  const [{ id }] = await connectedIn(cookie, other.organizationId)
  expect({ status, place }).toEqual({ status: 303, place: `/o/${other.slug}/settings/integrations/${id}` })
  expect(await connectedIn(cookie, organizationId)).toEqual([])
})

test('a reason leads there, too', async () => {
  const { cookie, other } = await twoOrganizations('Declining House')
  const path = (await agree(cookie, other.organizationId)).replace(/code=[^&]+/, 'error=access_denied')

  expect((await comeBack(cookie, path)).place).toBe(`/o/${other.slug}/settings/integrations?error=access_denied`)
})

test('who is no longer a member of it learns nothing of it, and nothing is connected', async () => {
  const { cookie, userId, other } = await twoOrganizations('Leaving House')
  const path = await agree(cookie, other.organizationId)
  await server.database.asIdentity((db) =>
    db
      .deleteFrom('auth.memberships')
      .where('organization_id', '=', other.organizationId)
      .where('user_id', '=', userId)
      .execute(),
  )

  expect((await comeBack(cookie, path)).place).toBe('/settings/integrations?error=state_invalid')
  expect(await connectedIn(other.cookie, other.organizationId)).toEqual([])
})

test('the attempt of one organization does not count in another one that its person is a member of', async () => {
  const { cookie, organizationId, other } = await twoOrganizations('Forging House')
  const path = (await agree(cookie, other.organizationId)).replace(other.organizationId, organizationId)

  expect((await comeBack(cookie, path)).place).toMatch(
    /^\/o\/forging-house\/settings\/integrations\?error=state_invalid$/,
  )
  expect(await connectedIn(cookie, organizationId)).toEqual([])
})
