import { beforeAll, expect, test } from 'vitest'

import { addOrganization } from '#test/people.ts'
import { testDatabase } from '#test/shared-parts.ts'

import { readCreditsArguments, runCredits } from './credits-command.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})

test('credits are added, written down, and made unlimited again', async () => {
  const { organizationId } = await addOrganization(database)
  const slug = organizationId.replace('_', '-')

  expect(await runCredits({ slug, amount: 500 }, database)).toBe(500)
  expect(await runCredits({ slug, amount: 20 }, database)).toBe(520)
  expect(await runCredits({ slug, amount: 'unlimited' }, database)).toBeNull()

  const entries = await database.forOrganization({ organizationId }, 'read', ({ db }) =>
    db.selectFrom('credit_transaction').select(['delta', 'reason']).orderBy('id').execute(),
  )
  expect(entries).toEqual([
    { delta: 500, reason: 'grant' },
    { delta: 20, reason: 'grant' },
  ])
})

test('an organization that does not exist is named', async () => {
  await expect(runCredits({ slug: 'nowhere', amount: 1 }, database)).rejects.toMatchObject({
    code: 'not_found',
    message: 'There is no organization with the slug nowhere.',
  })
})

test.each([
  [['northwind', '+500'], { slug: 'northwind', amount: 500 }],
  [['northwind', 'unlimited'], { slug: 'northwind', amount: 'unlimited' }],
])('%j is understood', (args, request) => {
  expect(readCreditsArguments(args)).toEqual(request)
})

test.each([
  [[]],
  [['northwind']],
  [['northwind', '500']],
  [['northwind', '+0']],
  [['northwind', '-5']],
  [['northwind', '+1.5']],
  [['northwind', '+1000000000']],
  [['northwind', '+5', 'more']],
])('%j shows the usage', (args) => {
  expect(() => readCreditsArguments(args)).toThrow('Usage: masthead credits')
})
