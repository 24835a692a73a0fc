import { expect, test } from 'vitest'

import { createLiveLog } from './live-log.ts'
import type { LiveCall } from './live-records.ts'

const call = (id: string): LiveCall => ({
  id,
  operation: 'createItem',
  area: 'content',
  risk: 'write',
  status: 'succeeded',
  code: null,
  requestId: `req_${id}`,
  credentialType: 'api_key',
  actorUserId: null,
  clientName: null,
  startedAt: '2026-05-01T12:00:00.000Z',
  itemId: null,
  changed: true,
})
const idsOf = (calls: LiveCall[] | undefined) => calls?.map(({ id }) => id)

test('a record that becomes visible late is taken once, after those that came before it', () => {
  const log = createLiveLog()
  log.append([call('1'), call('3')])
  const position = log.end()

  expect(log.unknown(['1', '2', '3'])).toEqual(['2'])
  log.append([call('2')])

  expect(log.unknown(['1', '2', '3'])).toEqual([])
  expect(idsOf(log.since(position))).toEqual(['2'])
  expect(idsOf(log.since(log.after('1') ?? 0))).toEqual(['3', '2'])
})

test('what was there before is told to nobody, and nobody goes on in the middle of it', () => {
  const log = createLiveLog()
  log.skip(['1', '2'])
  log.append([call('3')])

  expect(idsOf(log.since(0))).toEqual(['3'])
  expect(log.after('1')).toBeUndefined()
  expect(log.after('2')).toBe(2)
})

test('who is further behind than what is kept cannot go on', () => {
  const log = createLiveLog()
  log.append(Array.from({ length: 1001 }, (_, at) => call(String(at))))

  expect(log.since(0)).toBeUndefined()
  expect(log.after('0')).toBeUndefined()
  expect(log.since(1)).toHaveLength(1000)
})
