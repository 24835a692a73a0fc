import { expect, test } from 'vitest'

import { Refusal } from '#kernel/errors.ts'
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

test.each([
  ['a full queue', new Refusal('unavailable', 'Too many calls wait.', undefined, { retryAfter: 5 }), 'warn'],
  ['a lost database', new Refusal('unavailable', 'Repeat the call.', undefined, { cause: new Error('lost') }), 'error'],
  ['a fault', new Error('something else'), 'error'],
  ['a refused call', new Refusal('not_found', 'There is no such item.'), undefined],
])('of %s the log has one line, with a stack only where something is broken', (_, error, level) => {
  const lines: { level: string; fields: Record<string, unknown> }[] = []
  const at = (name: string) => (fields: Record<string, unknown>) => void lines.push({ level: name, fields })
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }

  refusalOf(error, { log, operation: 'createItem', requestId: 'req_a' })

  expect(lines.map((line) => line.level)).toEqual(level === undefined ? [] : [level])
  expect(lines.map(({ fields }) => fields['err'] !== undefined)).toEqual(level === undefined ? [] : [level === 'error'])
  for (const { fields } of lines) expect(fields).toMatchObject({ requestId: 'req_a', operation: 'createItem' })
})
