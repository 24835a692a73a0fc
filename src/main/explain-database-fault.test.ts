import { expect, test } from 'vitest'

import { DatabaseGone } from '#platform/database/database-gone.ts'

import { explainDatabaseFault } from './explain-database-fault.ts'

test('a server that takes no changes is explained, with what to do', () => {
  const message = 'cannot execute INSERT in a read-only transaction'
  const error = new DatabaseGone('readonly', message, { sqlState: '25006' })

  const words = explainDatabaseFault(error, 'postgres://owner:secret@127.0.0.1:6432/masthead')

  expect(words).toContain('127.0.0.1:6432 takes no changes: it is a standby')
})

test.each(['42P05', '26000'])('a pooler without prepared statements is explained (%s), with the setting', (code) => {
  const error = Object.assign(new Error('prepared statement "m_1" already exists'), { code, severity: 'ERROR' })

  const words = explainDatabaseFault(error, 'postgres://owner:secret@127.0.0.1:6432/masthead')

  expect(words).toContain('DATABASE_STATEMENTS=unnamed')
  expect(words).not.toContain('secret')
})
