import { expect, test } from 'vitest'

import { createApiKey } from '#areas/account/operations/create-api-key.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { catalog } from '#catalog/catalog.ts'
import { listOperations } from '#catalog/derived/list-operations.ts'
import { buildReference } from '#catalog/derived/reference.ts'
import { stage } from '#test/stage.ts'

const item = { collectionId: 'articles' as never, title: 'One' }

test('a number that JSON cannot write back and a key __proto__ are refused where they stand', async () => {
  const { answerOf } = await stage()
  const open = JSON.parse('{"a": {"b": [1e400]}, "__proto__": {"x": 1}}') as Record<string, unknown>

  const { status, body } = await answerOf(createItem, { ...item, customFields: open }, { idempotencyKey: 'k' })

  expect(status).toBe(422)
  expect(JSON.parse(body)).toMatchObject({
    error: {
      code: 'validation_failed',
      details: expect.arrayContaining([
        { path: '/input/customFields/a/b/0', message: 'This number is too large', code: 'invalid_value' },
        { path: '/input/customFields/__proto__', message: 'Unknown field', code: 'unknown_field' },
      ]) as unknown,
    },
  })
})

test('control characters are refused in texts, bodies and open objects; line breaks and tabs are not', async () => {
  const { call, answerOf } = await stage()

  for (const field of [
    { title: 'a\u0090b' },
    { content: 'a\u0007b' },
    { customFields: { a: ['\u000c'] } },
    { schemaJsonLd: { '\u0007': 1 } },
  ])
    expect((await answerOf(createItem, { ...item, ...field })).status, JSON.stringify(field)).toBe(422)
  expect((await call(createItem, { ...item, content: 'a\tb\r\nc', customFields: { a: 'b\n' } })).item.version).toBe(1)
})

test('the rehearsal of a secret shows none', async () => {
  const { call } = await stage()
  const rehearse = { dryRun: true, door: 'app', as: { elevatedUntil: new Date(Date.now() + 60_000) } } as const

  const { secret } = await call(createApiKey, { name: 'Key', scopes: ['content:read'] }, rehearse)

  expect(secret).toBe('[redacted]')
})

test('the catalog tool narrows by its input and refuses what it does not know', async () => {
  const { access } = await stage()
  const reference = buildReference(catalog)
  const ask = (input: Record<string, unknown>) => listOperations(reference, access, 'app', input)

  const [named] = ask({ name: 'getItem' }).operations
  expect(named).toMatchObject({ name: 'getItem', allowed: true, inputSchema: { type: 'object' } })
  expect(ask({}).operations.length).toBe(reference.entries.length)
  expect(ask({}).operations[0]).not.toHaveProperty('inputSchema')
  expect(ask({ risk: 'destructive' }).operations.every(({ riskLevel }) => riskLevel === 'destructive')).toBe(true)
  expect(ask({ search: 'topic', includeSchemas: true }).operations[0]).toHaveProperty('inputSchema')
  expect(ask({ area: 'content', includeSchemas: true }).operations[0]).toHaveProperty('inputSchema')
  expect(() => ask({ includeSchemas: true })).toThrow('Narrow the list, or ask for one name')
  expect(() => ask({ area: 'contents' })).toThrow(/area is one of .*content/)
  expect(ask({ name: 'getItme' })).toMatchObject({ operations: [], unknown: ['getItme'] })
  for (const filter of [{ name: 'getItem' }, { name: 'getItem', area: 'seo' }, { search: 'nothing like that' }])
    expect(ask(filter)).not.toHaveProperty('unknown')
  for (const wrong of [{ risk: 'bogus' }, { foo: 1 }]) expect(() => ask(wrong)).toThrow('The input is not valid')
})
