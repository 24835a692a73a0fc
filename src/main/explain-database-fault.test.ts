import { expect, test } from 'vitest'

import { explainDatabaseFault } from './explain-database-fault.ts'

test.each(['42P05', '26000'])('a pooler without prepared statements is explained (%s), with the setting', (code) => {
  const error = Object.assign(new Error('prepared statement "m_1" already exists'), { code, severity: 'ERROR' })

  const words = explainDatabaseFault(error, 'postgres://owner:secret@127.0.0.1:6432/masthead')

  expect(words).toContain('DATABASE_STATEMENTS=unnamed')
  expect(words).not.toContain('secret')
})
