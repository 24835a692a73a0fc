import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'

import { DatabaseGone, asDatabaseError, isRetryable, sqlStateOf } from './database-gone.ts'

function stateError(code: string, message = 'told by the server') {
  const error = new DatabaseError(message, message.length, 'error')
  return Object.assign(error, { code, severity: 'ERROR' })
}

test.for([
  ['53100', 'full'],
  ['25006', 'readonly'],
  ['53300', 'busy'],
  ['57P01', 'lost'],
  ['57P03', 'busy'],
  ['57014', 'timeout'],
  ['08006', 'lost'],
] as const)('SQLSTATE %s means gone: %s', ([state, reason]) => {
  expect(asDatabaseError(stateError(state))).toMatchObject({ name: 'DatabaseGone', reason, sqlState: state })
})

test.for(['23505', '42501', '55P03', '40001', '22P02'])('SQLSTATE %s stays the error that it is', (state) => {
  const error = stateError(state)

  expect(asDatabaseError(error)).toBe(error)
  expect(sqlStateOf(error)).toBe(state)
})

test('an error of the network is a lost connection, a mistake of the caller is none', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
  const mistake = new TypeError('Converting circular structure to JSON')

  expect(asDatabaseError(refused)).toBeInstanceOf(DatabaseGone)
  expect(asDatabaseError(mistake)).toBe(mistake)
})

test('a whole transaction may be retried after a conflict or a stale plan, and after nothing else', () => {
  expect(isRetryable(stateError('40001'))).toBe(true)
  expect(isRetryable(stateError('40P01'))).toBe(true)
  expect(isRetryable(stateError('0A000', 'cached plan must not change result type'))).toBe(true)
  expect(isRetryable(stateError('0A000', 'not supported'))).toBe(false)
  expect(isRetryable(new DatabaseGone('lost', 'gone'))).toBe(false)
})
