import { expect, test } from 'vitest'

import { catalog } from '#catalog/catalog.ts'
import { buildReference } from '#catalog/derived/reference.ts'
import { type JsonSchema, rowsOf, skeletonOf } from '#web/areas/catalog/schema-rows.ts'

const { entries } = buildReference(catalog)

test('every field of every operation has a row with a type', () => {
  for (const { name, inputSchema, outputSchema } of entries) {
    for (const schema of [inputSchema, outputSchema] as JsonSchema[]) {
      const rows = rowsOf(schema)
      expect(
        rows.filter(({ depth }) => depth === 0).map((row) => row.name),
        name,
      ).toEqual(Object.keys(schema.properties ?? {}))
      expect(rows.filter(({ type }) => type === '' || type === 'any').map(({ path }) => `${name} ${path}`)).toEqual([])
    }
  }
  expect(entries.length).toBeGreaterThan(90)
})

test('an input to begin with has every required field', () => {
  for (const { name, inputSchema } of entries) {
    const schema = inputSchema as JsonSchema
    expect(Object.keys(skeletonOf(schema) as object), name).toEqual(schema.required ?? [])
  }
})

test('limits are told in words', () => {
  const schema: JsonSchema = {
    type: 'object',
    required: ['ids'],
    properties: {
      ids: { type: 'array', minItems: 1, maxItems: 50, items: { type: 'string', description: 'Id: itm_...' } },
      mode: { enum: ['a', 'b'], default: 'a' },
      about: { type: 'object', properties: { n: { type: ['integer', 'null'], minimum: 0 } } },
    },
  }
  expect(
    rowsOf(schema).map(({ path, depth, type, isRequired, limits }) => [path, depth, type, isRequired, limits]),
  ).toEqual([
    ['ids', 0, 'list of string', true, '1 to 50 entries'],
    ['mode', 0, 'one of', false, '"a", "b"; "a" by default'],
    ['about', 0, 'object', false, ''],
    ['about.n', 1, 'integer or null', false, 'at least 0'],
  ])
  expect(skeletonOf(schema)).toEqual({ ids: ['itm_'] })
})
