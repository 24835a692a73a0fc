import { afterEach, beforeEach, expect, test } from 'vitest'

import { openTestDatabase } from '#test/database.ts'

import { createPasswords } from './passwords.ts'
import { type Installation, isSetUpNeeded, isSetUpToken, newSetUpToken, type Pair, setUp } from './set-up.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let installation: Installation

beforeEach(async () => {
  database = await openTestDatabase()
  installation = { ...database, passwords: createPasswords({ ln: 8, r: 8, p: 1 }), furnish: async () => {} }
}, 120_000)
afterEach(() => database.close())

const pair = { email: 'Owner@Example.com', password: 'correct horse battery staple', organizationName: 'Zürich Media' }

const users = () =>
  database.asIdentity((db) =>
    db.selectFrom('auth.users').select(['email', 'display_name', 'operator']).orderBy('created_at').execute(),
  )
const token = () => database.asIdentity(newSetUpToken)
const works = (link: string) => database.asIdentity((db) => isSetUpToken(db, link))

test('the first set-up makes the operator, the organization and its furniture, and the link works once', async () => {
  const link = (await token()) ?? ''
  expect(await works(link)).toBe(true)
  let furnished: string | undefined
  const watched: Installation = {
    ...installation,
    furnish: async (db) => {
      const row = await db.selectFrom('organization_setting').select('organization_id').executeTakeFirst()
      furnished = row?.organization_id
    },
  }

  const made = await setUp(watched, pair, link)

  expect(made.slug).toBe('zurich-media')
  expect(furnished).toBe(made.organizationId)
  expect(await users()).toEqual([{ email: 'Owner@example.com', display_name: 'Owner', operator: true }])
  const members = await database.asIdentity((db) => db.selectFrom('auth.memberships').selectAll().execute())
  expect(members).toMatchObject([{ organization_id: made.organizationId, user_id: made.userId, role: 'owner' }])
  expect(await works(link)).toBe(false)
  expect(await token()).toBeUndefined()
  await expect(setUp(installation, { ...pair, email: 'b@example.com' }, link)).rejects.toMatchObject({
    code: 'not_found',
  })

  // The person of a second pair, by command line, is not an operator; what exists is refused without a change.
  const another = { ...pair, email: 'second@example.com', organizationName: 'Zurich: Media' }
  expect(await setUp(installation, another)).toMatchObject({ slug: 'zurich-media-2' })
  expect((await users())[1]).toMatchObject({ operator: false })
  await expect(setUp(installation, { ...another, email: 'third@example.com' })).rejects.toMatchObject({
    code: 'conflict',
    details: { field: 'organizationName' },
  })
  await expect(
    setUp(installation, { ...another, email: 'OWNER@example.com', organizationName: 'New' }),
  ).rejects.toMatchObject({ code: 'conflict', details: { field: 'email' } })
  expect(await users()).toHaveLength(2)
})

test('two people who open the link at once make one installation', async () => {
  const link = (await token()) ?? ''
  const other = (await token()) ?? ''

  const both = await Promise.allSettled([
    setUp(installation, pair, link),
    setUp(installation, { ...pair, email: 'second@example.com', organizationName: 'Other' }, other),
  ])

  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await users()).toHaveLength(1)
})

test('a set-up that fails or was cut off leaves no trace, and can be repeated', async () => {
  const link = (await token()) ?? ''
  const broken: Installation = { ...installation, furnish: () => Promise.reject(new Error('no furniture')) }
  await expect(setUp(broken, pair, link)).rejects.toThrow('no furniture')
  expect(await users()).toEqual([])
  expect(await works(link)).toBe(true)

  // As if the process had died between its two transactions.
  const dying = { ...broken, forOrganization: () => new Promise<never>(() => {}) } satisfies Installation
  void setUp(dying, pair, link)
  await expect.poll(users).toHaveLength(1)
  expect(await database.asIdentity(isSetUpNeeded)).toBe(true)

  const again = (await token()) ?? ''
  await setUp(installation, pair, again)
  expect(await users()).toMatchObject([{ operator: true }])
})

test('everything that is wrong is reported at once, and the link stays', async () => {
  const link = (await token()) ?? ''
  const wrong: Pair = { email: 'nobody', password: 'short', organizationName: ' ', displayName: '\u0007' }

  await expect(setUp(installation, wrong, link)).rejects.toMatchObject({
    code: 'validation_failed',
    details: ['/email', '/password', '/organizationName', '/displayName'].map((path) => ({ path })),
  })
  expect(await works(link)).toBe(true)
  expect(await works('nonsense')).toBe(false)
})
