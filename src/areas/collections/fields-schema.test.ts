import { expect, test } from 'vitest'

import { requireFittingFields, schemaObjection } from '#areas/collections/fields-schema.ts'
import { fieldOf } from '#std/objects.ts'

const fieldsSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['industry'],
  additionalProperties: false,
  properties: {
    industry: { enum: ['retail', 'travel'] },
    'since/until': { type: 'string', format: 'date' },
    offices: { type: 'array', uniqueItems: true, items: { type: 'object' } },
    // Names of keywords are valid names of fields.
    pattern: { type: 'string', maxLength: 3 },
  },
}

test('fields that fit are taken, and every field without a schema', () => {
  expect(schemaObjection(fieldsSchema)).toBeUndefined()
  requireFittingFields({ fieldsSchema }, { industry: 'retail', 'since/until': '2024-02-29', offices: [{ a: 1 }, {}] })
  requireFittingFields({ fieldsSchema: null }, { anything: [1] })
})

test.each<[object, object[]]>([
  [{}, [{ path: '/input/customFields/industry', code: 'required' }]],
  [
    { industry: 'mining', extra: 1 },
    [
      { path: '/input/customFields/extra', code: 'additionalProperties' },
      { path: '/input/customFields/industry', code: 'enum' },
    ],
  ],
  [
    { industry: 'retail', 'since/until': '2023-02-29', pattern: 'abcd' },
    [
      { path: '/input/customFields/since~1until', code: 'format' },
      { path: '/input/customFields/pattern', code: 'maxLength' },
    ],
  ],
  [
    {
      industry: 'retail',
      offices: [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    },
    [{ path: '/input/customFields/offices', code: 'uniqueItems' }],
  ],
])('%j does not fit, and where it does not is reported', (fields, details) => {
  expect(refusalOf(() => requireFittingFields({ fieldsSchema }, fields))).toMatchObject({
    code: 'validation_failed',
    details,
  })
})

test('of a union only the branch that was meant is reported, and a misspelt field is proposed', () => {
  const video = {
    required: ['kind', 'seconds'],
    properties: { kind: { const: 'video' }, seconds: { type: 'integer' } },
  }
  const image = { required: ['kind', 'width'], properties: { kind: { const: 'image' }, width: { type: 'integer' } } }
  const branches = [{ type: 'string' }, { type: 'object', ...video }, { type: 'object', ...image }]
  const union = { properties: { teaser: { anyOf: branches }, year: {} }, additionalProperties: false }
  const detailsOf = (fields: object) =>
    fieldOf(
      refusalOf(() => requireFittingFields({ fieldsSchema: union }, fields)),
      'details',
    )

  expect(detailsOf({ teaser: { kind: 'image', width: 'wide' } })).toEqual([
    { path: '/input/customFields/teaser/width', message: 'must be a whole number', code: 'type' },
  ])
  expect(detailsOf({ teaser: 5, yaer: 1 })).toHaveLength(2)
  expect(detailsOf({ yaer: 1 })).toEqual([
    {
      path: '/input/customFields/yaer',
      message: 'is not in the schema. Did you mean "year"?',
      code: 'additionalProperties',
    },
  ])
})

test.each<[object, unknown, string]>([
  [{ type: 'string' }, 5, 'must be a text'],
  [{ type: ['integer', 'null'] }, 'x', 'must be a whole number or null'],
  [{ enum: ['retail', 3] }, 'x', 'must be one of retail, 3'],
  [{ format: 'date' }, 'x', 'must be a date such as 2026-01-31'],
  [{ minLength: 1 }, '', 'must have at least 1 character'],
  [{ maximum: 9 }, 10, 'must be at most 9'],
  [{ minItems: 2 }, [], 'must have at least 2 entries'],
  [{ uniqueItems: true }, [1, 1], 'must not have the same entry twice'],
  [{ dependentRequired: { a: ['b'] } }, { a: 1 }, 'needs the field b next to a'],
  [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, 'fits more than one of the forms of which the schema allows one'],
])('%j and %j: what is wrong is said in words', (schema, value, message) => {
  const refusal = refusalOf(() => requireFittingFields({ fieldsSchema: { properties: { f: schema } } }, { f: value }))

  expect(fieldOf(refusal, 'details')).toEqual([expect.objectContaining({ path: '/input/customFields/f', message })])
})

test.each<[object, RegExp]>([
  [{ type: 'nonsense' }, /^type must be one of array, boolean, integer, null, number, object, string$/],
  [
    { properties: { a: { type: 'strin', maxLength: -1 } }, required: 'x' },
    /^properties\/a\/type must be one of array, .*string, properties\/a\/maxLength must be at least 0, required must be a list$/,
  ],
  [{ type: 'string' }, /^type must be object/],
  [{ type: ['array', 'null'] }, /^type must be object/],
  [{ properties: { sku: { pattern: '(a+)+$' } } }, /"pattern" is not allowed/],
  [{ patternProperties: { '(a+)+$': {} } }, /"patternProperties" is not allowed/],
  [{ properties: { child: { $ref: '#' } } }, /"\$ref" is not allowed/],
  [{ items: { $dynamicRef: '#node' } }, /"\$dynamicRef" is not allowed/],
  [nested(4000), /nested too deeply/],
])('what cannot be used as a schema is refused with the reason: %#', (schema, why) => {
  expect(schemaObjection(schema as Record<string, unknown>)).toMatch(why)
})

test('a schema that promises its answer for later is one like others', () => {
  const later = { $async: true, required: ['price'] }
  expect(schemaObjection(later)).toBeUndefined()
  expect(refusalOf(() => requireFittingFields({ fieldsSchema: later }, {}))).toMatchObject({
    details: [{ path: '/input/customFields/price', message: 'is required' }],
  })
  expect(schemaObjection({ properties: { price: { $async: true, type: 'number' } } })).toMatch(/async schema/)
})

test('what was stored as a schema and is none says nothing', () => {
  for (const stored of [{ type: 'nonsense' }, { properties: { sku: { pattern: '^a' } } }, { $ref: '#/gone' }])
    requireFittingFields({ fieldsSchema: stored }, { sku: 'b' })
})

test('what would take the server too long is refused at once', () => {
  const wide = { properties: { list: { items: { anyOf: Array.from({ length: 2000 }, (_, at) => ({ const: at })) } } } }
  expect(schemaObjection(wide)).toBeUndefined()

  const list = Array.from({ length: 5000 }, () => 1)
  expect(refusalOf(() => requireFittingFields({ fieldsSchema: wide }, { list }))).toMatchObject({
    details: [{ path: '/input/customFields', code: 'too_big' }],
  })
})

function nested(depth: number): object {
  let schema = {}
  for (let level = 0; level < depth; level += 1) schema = { not: schema }
  return schema
}

function refusalOf(check: () => void): unknown {
  try {
    check()
  } catch (refusal) {
    return refusal
  }
  throw new Error('Nothing was refused.')
}
