import { expect, test } from 'vitest'

import { writingsOf } from './secret-writings.ts'

const secret = `sk/of+a"model-<01>&'23`
const bytes = Buffer.from(secret)
const writings = writingsOf(secret)

test.each([
  ['as it is', secret],
  ['percent-encoded', encodeURIComponent(secret)],
  ['percent-encoded letter by letter', [...bytes].map((byte) => `%${byte.toString(16)}`).join('')],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(secret))],
  ['escaped as in JSON', JSON.stringify(secret).slice(1, -1)],
  [
    'escaped as in JSON, slashes too',
    JSON.stringify(secret)
      .slice(1, -1)
      .replaceAll('/', String.raw`\/`),
  ],
  ['in escapes of JSON', [...bytes].map((byte) => String.raw`\u00${byte.toString(16)}`).join('')],
  ['escaped as in HTML', secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')],
  ['in numbers of HTML', [...bytes].map((byte) => `&#x${byte.toString(16)};`).join('')],
  ['in hexadecimal', bytes.toString('hex')],
  ['in capitals of hexadecimal', bytes.toString('hex').toUpperCase()],
  ['divided by what nobody sees', [...secret].join('\u200B')],
  ['divided by escapes of it', [...secret].join(String.raw`\u200b`)],
  ['divided by lines', [...secret].join('\r\n')],
])('a secret is found %s', (_, written) => {
  expect(writings.removedFrom(`Key: ${written}. And ${written}`)).toBe('Key: [removed]. And [removed]')
})

test.each(['', 'B', 'Be', 'Bearer ', 'user:'])('a secret is found in base64 behind %j', (before) => {
  for (const encoding of ['base64', 'base64url'] as const) {
    const written = Buffer.from(`${before}${secret}`).toString(encoding)
    const rest = writings.removedFrom(`"${written}"`)
    expect(rest).toContain('[removed]')
    expect(rest.length).toBeLessThan('"[removed]"'.length + before.length * 2 + 5)
  }
})

test('the beginning of a secret is held back at the end of a text', () => {
  expect(writings.begunAtEnd(`Key: ${secret.slice(0, 5)}`)).toBe(5)
  expect(writings.begunAtEnd(`Key: ${[...secret].slice(0, 5).join('\u200B')}`)).toBe(9)
  expect(writings.begunAtEnd('Key: none')).toBe(0)
})

test('no text takes long', () => {
  const begun = performance.now()
  for (const text of ['\\', '%25', '&amp;', 's', 's\u200B', 's\\n', ' '])
    expect(writings.removedFrom(text.repeat(1_000_000 / text.length))).not.toContain('[removed]')
  expect(performance.now() - begun).toBeLessThan(3000)
})
