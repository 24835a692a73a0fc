import { expect, test } from 'vitest'

import { fileOf } from '#web/areas/agent-audit/audit-log/export-records.ts'
import { record } from '#web/areas/agent-audit/audit-log/records.fixture.ts'

test('JSON holds the records as they are', () => {
  const records = [record(), record({ code: 'not_found' })]

  expect(JSON.parse(fileOf(records, 'json'))).toEqual(records)
})

test('CSV names its columns and quotes what would break a row', () => {
  const [head, row, end] = fileOf([record({ clientName: 'Agent "7", new' })], 'csv').split('\r\n')

  expect(head).toMatch(/^startedAt,finishedAt,durationMs,operation,status,/)
  expect(row).toContain(',"Agent ""7"", new",')
  expect(row).toContain('"{""id"":""itm_01k9x8f0000000000000000000""}"')
  expect(end).toBe('')
})

test.each(['=1+1', '+1', '-1', '@cmd', '\t=1'])('the name %j is no formula in a table program', (clientName) => {
  expect(fileOf([record({ clientName })], 'csv')).toContain(`,'${clientName},`)
})
