import { expect, test } from 'vitest'

import {
  asJson,
  asWords,
  type FieldInWords,
  fieldsIn,
  schemaOf,
} from '#web/areas/collections/collection/fields-in-words.ts'

const schema = {
  type: 'object',
  properties: {
    price: { type: 'number', title: 'Price' },
    level: { type: 'string', enum: ['easy', 'hard'], description: 'For whom' },
    startsOn: { type: 'string', format: 'date' },
  },
  required: ['price'],
  additionalProperties: false,
}

const field: FieldInWords = { key: 1, name: 'a', label: '', kind: 'text', isRequired: false, hint: '', choices: '' }

test('a schema that words can say is edited in words, and comes back as it was', () => {
  const fields = fieldsIn(schema)

  expect(fields).toMatchObject({
    as: 'words',
    list: [
      { name: 'price', label: 'Price', kind: 'number', isRequired: true },
      { name: 'level', kind: 'choice', choices: 'easy\nhard', hint: 'For whom' },
      { name: 'startsOn', kind: 'date' },
    ],
  })
  expect(schemaOf(fields)).toEqual({ value: schema })
  expect(asWords(asJson(fields))).toEqual(fields)
})

test('a schema that words cannot say stays JSON', () => {
  const other = { type: 'object', properties: { list: { type: 'array', items: { type: 'string' } } } }

  const fields = fieldsIn(other)

  expect(fields).toMatchObject({ as: 'json', hasWords: false })
  expect(schemaOf(fields)).toEqual({ value: other })
  expect(asWords(fields)).toBeUndefined()
})

test('no fields are no schema, in words and as JSON', () => {
  expect(schemaOf(fieldsIn(null))).toEqual({ value: null })
  expect(schemaOf(asJson(fieldsIn(null)))).toEqual({ value: null })
  expect(schemaOf({ as: 'json', text: ' ', hasWords: true })).toEqual({ value: null })
})

test.each([
  [[{ ...field, name: '' }], 'needs a name'],
  [[field, { ...field, key: 2 }], 'Two fields have the name a'],
  [[{ ...field, kind: 'choice' as const }], 'needs something to choose from'],
])('what cannot be stored is said', (list, problem) => {
  expect(schemaOf({ as: 'words', list })).toMatchObject({ problem: expect.stringContaining(problem) })
})

test('text that is no JSON object is said', () => {
  for (const text of ['{', '[]', '1']) expect(schemaOf({ as: 'json', text, hasWords: true })).toHaveProperty('problem')
})
