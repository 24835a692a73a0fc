import { expect, test } from 'vitest'

import { sharedParts } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { agentCalls } from './agent-calls.ts'

test.each([
  ['the last hour of the day on which the clocks go forward', '2026-03-29T21:30:00Z'],
  ['the first hour of the day after', '2026-03-29T22:30:00Z'],
  ['the last hour of the day on which they go back', '2026-10-25T22:30:00Z'],
])('a week has seven days in %s, too', async (_when, to) => {
  const { access } = await stage()
  const { database } = await sharedParts()
  const asked = { timezone: 'Europe/Berlin', to: new Date(to), days: 7, onlyOf: undefined }

  const { days } = await database.forOrganization({ organizationId: access.organization.id }, 'read', ({ db }) =>
    agentCalls(db, asked),
  )

  expect(days).toHaveLength(7)
})
