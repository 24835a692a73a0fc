import { expect, test } from 'vitest'

import { silentLog } from '#kernel/log.ts'

import { refusalOf } from './refusals.ts'

test.each([
  ["EMFILE: too many open files, open '/data/media/a'", 'unavailable', 503],
  ['Worker initialization failure: EMFILE', 'unavailable', 503],
  ['ENFILE: file table overflow, open', 'unavailable', 503],
  ['something else', 'internal_error', 500],
])('a call that ended with “%s” is %s, and does not say why', (message, code, status) => {
  const refusal = refusalOf(new Error(message), { log: silentLog, operation: 'createItem', requestId: 'req_a' })

  expect(refusal).toMatchObject({ code, status })
  expect(refusal.message).not.toContain(message)
})
