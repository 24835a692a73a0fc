import { expect, test } from 'vitest'

import { agentsQuery, isNarrowed } from '#web/areas/account/api-access/agents-query.ts'
import { agentsSearch } from '#web/areas/account/api-access/agents-search.ts'

test('an address asks for what the list can narrow, and nothing else', () => {
  const asked = agentsSearch({
    status: 'active',
    kind: 'oauth',
    scope: 'content:publish',
    person: 'usr_1',
    search: ' claude ',
    page: '3',
    agent: 'grt_1',
    other: 'x',
  })
  const { person, agent, ...rest } = asked

  expect(asked).toEqual({
    status: 'active',
    kind: 'oauth',
    scope: 'content:publish',
    person: 'usr_1',
    search: 'claude',
    page: 3,
    agent: 'grt_1',
  })
  expect(agentsQuery(asked)).toEqual({ ...rest, actorUserId: person, pageSize: 20 })
  expect(agent).toBe('grt_1')
})

test('what an address cannot ask for is left out', () => {
  expect(agentsSearch({ status: 'gone', scope: 'everything', kind: 'robot', page: -1, search: '' })).toEqual({})
  expect(agentsQuery({})).toEqual({ page: 1, pageSize: 20 })
})

test('an open panel and a page narrow nothing', () => {
  expect(isNarrowed({ page: 2, agent: 'grt_1' })).toBe(false)
  expect(isNarrowed({ search: 'x' })).toBe(true)
})
