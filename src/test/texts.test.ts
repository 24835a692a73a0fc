import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { openServer, type TestServer } from './server.ts'

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let server: TestServer
let key: string
let organizationId: string
beforeAll(async () => {
  server = await openServer()
  const owner = await server.addOrganization('Northwind Media')
  organizationId = owner.organizationId
  key = (await server.client.newKey(owner.cookie)).secret
})
afterAll(() => server.close())

/**
 * Any text but an empty one, which means none, with what is known to cause trouble: composition, direction, white space,
 * quotes, controls.
 */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
  fc.string({
    unit: fc.constantFrom(
      'e\u0301',
      '\u00e9',
      '\u212b',
      '\u1e9b\u0323',
      '\u202e',
      '\u200d',
      '\ufeff',
      '\u2028',
      '\t',
      '\n',
      '\r',
      ' ',
      '\u00a0',
      '"',
      "'",
      '\\',
      '\\u0000',
      '$1',
      '%',
      '<',
      '&amp;',
      '😀',
      '👩‍👩‍👧',
      '\u0007',
      '\u0000',
    ),
    minLength: 1,
    maxLength: 30,
  }),
)

type Field = {
  name: string
  input: (text: string) => unknown
  read?: (value: never) => unknown
  shown?: string
  exact?: true
  isLine?: true
}
const inList = { input: (text: string) => [text], read: ([text]: [string]) => text }
const inQuestion = {
  input: (text: string) => [{ question: text, answer: 'An answer' }],
  read: ([one]: [{ question: string }]) => one.question,
}
const inAnswer = {
  input: (text: string) => [{ question: 'A question', answer: text }],
  read: ([one]: [{ answer: string }]) => one.answer,
}
const inObject = {
  input: (text: string) => ({ deep: [{ text }] }),
  read: (value: { deep: [{ text: string }] }) => value.deep[0].text,
}
const asItIs = { input: (text: string) => text }

/** The text fields of createItem, and the attribute of /v1 that shows them. `exact`: kept as it was sent, not in NFC; `isLine`: its line breaks become blanks. */
const fields: Field[] = [
  { name: 'title', ...asItIs, shown: 'title', isLine: true },
  { name: 'content', ...asItIs, shown: 'content' },
  { name: 'h1', ...asItIs },
  { name: 'tldr', ...asItIs },
  { name: 'excerpt', ...asItIs, shown: 'excerpt' },
  { name: 'seoTitle', ...asItIs, shown: 'seo_title' },
  { name: 'metaDescription', ...asItIs, shown: 'meta_description' },
  { name: 'primaryKeyword', ...asItIs },
  { name: 'secondaryKeywords', ...inList },
  { name: 'ogTitle', ...asItIs },
  { name: 'ogDescription', ...asItIs },
  { name: 'twitterTitle', ...asItIs },
  { name: 'twitterDescription', ...asItIs },
  { name: 'faq', ...inQuestion, shown: 'faq' },
  { name: 'faq', ...inAnswer, shown: 'faq' },
  { name: 'schemaJsonLd', ...inObject, shown: 'schema_json_ld', exact: true },
  { name: 'customFields', ...inObject, exact: true },
]

test.each(fields)(
  'what $name takes is read back as it was, by getItem and by /v1',
  async ({ name, input, read, shown, exact, isLine }) => {
    const same = (value: unknown) => (read ? read(value as never) : value)
    let taken = 0
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const { client } = server
        const item = { collectionId: 'articles', title: 'A title', [name]: input(text), status: 'published' }
        const made = await client.call(key, 'createItem', item, { confirm: true })
        if (made.status !== 200) {
          expect([400, 422]).toContain(made.status)
          return
        }
        taken++
        const { id } = made.json.result.item
        const whole = exact ? text : text.normalize('NFC')
        const kept = isLine ? whole.replace(/(?:\r\n?|[\n\u2028\u2029])+/g, ' ') : whole

        const got = (await client.call(key, 'getItem', { id })).json.result.item
        expect(same(got[name])).toBe(kept)
        if (shown === undefined) return
        const { json } = await client.send(`/v1/${organizationId}/articles/${id}`)
        expect(same(json.data.attributes[shown])).toBe(kept)
      }),
      { numRuns: 6 },
    )
    expect(taken).toBeGreaterThan(0)
  },
)

test('what an edit request asks for and quotes is read back as it was', async () => {
  const { client } = server
  const item = { collectionId: 'articles', title: 'Asked about', content: 'Words.' }
  const itemId = (await client.call(key, 'createItem', item)).json.result.item.id
  let taken = 0
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const input = { itemId, request: text, passage: { quote: text, before: text, after: text } }
      const made = await client.call(key, 'requestEdit', input)
      if (made.status !== 200) return void expect([400, 422]).toContain(made.status)
      taken++
      const kept = text.normalize('NFC')
      const { id, request, passage } = made.json.result.editRequest
      expect([request, passage.quote, passage.before, passage.after]).toEqual([kept, kept, kept, kept])
      expect((await client.call(key, 'updateEditRequest', { id, state: 'closed' })).status).toBe(200)
    }),
    { numRuns: 12 },
  )
  expect(taken).toBeGreaterThan(0)
})
