import { expect, test } from 'vitest'

import { Secret } from '#kernel/secret.ts'

import { withoutEchoes } from './echoes.ts'

const secrets = {
  applicationPassword: 'abcd efgh ijkl mnop',
  webhookUrl: 'https://discord.test/api/webhooks/123456789/a-token-of-it',
  username: 'editor-in-chief',
}
const secret = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, new Secret(value)]))

test.each([
  'abcd efgh ijkl mnop',
  'abcdefghijklmnop',
  Buffer.from('abcdefghijklmnop').toString('hex'),
  Buffer.from('editor:abcdefghijklmnop').toString('base64'),
  encodeURIComponent('https://discord.test/api/webhooks/123456789/a-token-of-it'),
  '/api/webhooks/123456789/a-token-of-it',
  String.raw`\/api\/webhooks\/123456789\/a-token-of-it`,
  'a-token-of-it',
])('%s is cut out of an answer', (echo) => {
  const authorization = `Basic ${Buffer.from('editor:abcdefghijklmnop').toString('base64')}`
  const body = Buffer.from(JSON.stringify({ message: 'Refused' }).replace('Refused', () => `Refused: ${echo}.`))

  const cleaned = withoutEchoes(body, { secret }, { authorization }).toString()

  expect(cleaned).not.toContain(echo)
  expect(cleaned).toContain('Refused: ')
})

test('names stay, and so does an answer without an echo', () => {
  const body = Buffer.from('{"name":"editor-in-chief"}')

  expect(withoutEchoes(body, { secret })).toBe(body)
})
