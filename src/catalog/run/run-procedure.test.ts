import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { addOrganization } from '#test/people.ts'
import { procedureStage } from '#test/procedures.ts'
import { openServer, type TestServer } from '#test/server.ts'

let server: TestServer
let owner: Awaited<ReturnType<TestServer['addOrganization']>>

beforeAll(async () => {
  server = await openServer()
  owner = await server.addOrganization('First House')
})
afterAll(() => server.close())

async function call(name: string, body: unknown, cookie?: string, heads: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}/app/operations/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie === undefined ? {} : { cookie }), ...heads },
    body: JSON.stringify(body),
  })
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, never> & { error: { code: string; details: { path: string }[] } },
  }
}

async function records(organizationId: string) {
  return server.database.forOrganization({ organizationId }, 'read', ({ db }) =>
    db
      .selectFrom('audit_record')
      .select(['operation', 'status', 'code', 'user_id', 'row_hash'])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
}

describe('a procedure of a person', () => {
  test('answers like an operation', async () => {
    const { status, body } = await call('listMyOrganizations', { input: {} }, owner.cookie)

    expect(status).toBe(200)
    expect(body).toMatchObject({ operation: 'listMyOrganizations', result: { organizations: [{ role: 'owner' }] } })
  })

  test('asks who calls before anything else', async () => {
    const { status, body } = await call('listMyOrganizations', 'no envelope at all')

    expect([status, body.error.code]).toEqual([401, 'unauthenticated'])
  })

  test('does nothing for the page of somebody else, who was signed in here before', async () => {
    const other = await server.addOrganization('Second House')
    const out = { input: {}, confirm: true }

    const refused = await call('signOutEverywhere', out, other.cookie, { 'x-user-id': owner.userId })

    expect([refused.status, refused.body.error.code]).toEqual([401, 'unauthenticated'])
    expect((await call('listSessions', { input: {} }, other.cookie, { 'x-user-id': other.userId })).status).toBe(200)
    expect((await call('signOutEverywhere', out, other.cookie, { 'x-user-id': other.userId })).status).toBe(200)
  })

  test('refuses a field that it does not have', async () => {
    const { status, body } = await call(
      'switchOrganization',
      { input: { id: owner.organizationId, as: 'owner' } },
      owner.cookie,
    )

    expect([status, body.error.details[0]?.path]).toEqual([422, '/input/as'])
  })

  test('leaves one record where it changed something, and one where it was refused', async () => {
    const before = await records(owner.organizationId)
    await call('switchOrganization', { input: { id: owner.organizationId } }, owner.cookie)
    await call('switchOrganization', { input: { id: 'org_unknown' } }, owner.cookie)
    await call('listMyOrganizations', { input: {} }, owner.cookie)

    const added = (await records(owner.organizationId)).slice(before.length)
    expect(added.map(({ operation, status, code }) => [operation, status, code]).toSorted()).toEqual([
      ['switchOrganization', 'failed', 'not_found'],
      ['switchOrganization', 'succeeded', null],
    ])
    expect(added.every(({ user_id, row_hash }) => user_id === owner.userId && row_hash.length === 32)).toBe(true)
  })

  test('changes nothing in a rehearsal', async () => {
    const before = await records(owner.organizationId)
    const { body } = await call(
      'switchOrganization',
      { input: { id: owner.organizationId }, dryRun: true },
      owner.cookie,
    )

    expect(body).toMatchObject({ dryRun: true, result: { activeOrganizationId: owner.organizationId } })
    expect(await records(owner.organizationId)).toHaveLength(before.length)
  })

  test('is not an operation of agents', async () => {
    const key = await fetch(`${server.url}/app/operations/createApiKey`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: owner.cookie },
      body: JSON.stringify({ input: { name: 'Agent', scopes: ['org:read'] } }),
    })
    const { secret } = ((await key.json()) as { result: { secret: string } }).result
    const answer = await fetch(`${server.url}/v2/tools/switchOrganization`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': secret },
      body: JSON.stringify({ input: {} }),
    })

    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      error: { code: 'operation_excluded', details: { category: 'cross_organization' } },
    })
  })
})

test('beyond the limit of a person, calls are one record with their number', async () => {
  const { call: callHere, signIn, database, limiter, throttled } = await procedureStage()
  const { organizationId, userId } = await addOrganization(database)
  const token = await signIn(userId, organizationId)
  for (let n = 0; n < 1200; n++) await limiter.hit(`person:${userId}`, 1200, 60_000)

  for (let n = 0; n < 3; n++)
    await expect(callHere('switchOrganization', { id: organizationId }, { token })).rejects.toMatchObject({
      code: 'rate_limited',
    })
  await throttled.close()

  const written = await database.forOrganization({ organizationId }, 'read', ({ db }) =>
    db.selectFrom('audit_record').select(['operation', 'status', 'code', 'occurrences', 'sentence']).execute(),
  )
  expect(written).toEqual([
    {
      operation: 'switchOrganization',
      status: 'rejected',
      code: 'rate_limited',
      occurrences: 3,
      sentence: 'Could not make 3 calls, the first of them to switch to another organization (rate_limited)',
    },
  ])
})
