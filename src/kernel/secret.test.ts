import { AssertionError, deepStrictEqual } from 'node:assert'
import { format, inspect } from 'node:util'
import { deserialize, serialize } from 'node:v8'

import { expect, test } from 'vitest'

import { mask, Secret } from './secret.ts'

const value = 'canary-7f3a'
const secret = new Secret({ password: value })
const text = new Secret(value)

test('a secret gives its value to who asks for it', () => {
  expect(text.reveal()).toBe(value)
})

test.each<[string, () => string]>([
  ['JSON', () => JSON.stringify({ secret, text, list: [secret] })],
  ['a template', () => `${String(secret)} ${text}`],
  ['concatenation', () => '' + String(text)],
  ['a number', () => String(Number(text))],
  ['inspection', () => inspect({ secret, text })],
  ['inspection of hidden fields', () => inspect({ secret }, { showHidden: true, depth: Infinity, getters: true })],
  ['inspection without custom functions', () => inspect(text, { customInspect: false, showHidden: true })],
  ['%s', () => format('%s', secret)],
  ['%o', () => format('%o', secret)],
  ['%O', () => format('%O', secret)],
  ['%j', () => format('%j', secret)],
  ['%d', () => format('%d', secret)],
  ['spreading', () => JSON.stringify({ ...secret }) + inspect({ ...text })],
  ['entries', () => JSON.stringify([Object.entries(secret), Object.getOwnPropertyNames(text), Reflect.ownKeys(text)])],
  ['a structured clone', () => inspect(structuredClone(secret)) + JSON.stringify(structuredClone({ text }))],
  ['serialisation', () => inspect(deserialize(serialize({ text, secret })))],
  ['the cause of an error', () => inspect(new Error('failed', { cause: secret }), { showHidden: true })],
  ['a field of an error', () => inspect(Object.assign(new Error('failed'), { secret, text }))],
  ['the keys of an object', () => JSON.stringify({ [String(text)]: 1 })],
  ['a locale text', () => text.toLocaleString()],
  ['a failed assertion', () => inspect(failureOf(() => deepStrictEqual({ text }, { text: 'other' })))],
])('a secret does not leak through %s', (_path, show) => {
  expect(show()).not.toContain(value)
})

test('a printed secret can be told from an empty one', () => {
  expect(JSON.stringify({ text })).toBe(`{"text":"${mask}"}`)
  expect(`${String(text)}`).toBe(mask)
  expect(inspect([text])).toBe(`[ ${mask} ]`)
})

function failureOf(check: () => void): unknown {
  try {
    check()
  } catch (error) {
    if (error instanceof AssertionError) return error
  }
  return undefined
}
