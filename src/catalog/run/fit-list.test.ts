import { expect, test } from 'vitest'
import { z } from 'zod'

import { createCollection } from '#areas/collections/operations/create-collection.ts'
import { listCollections } from '#areas/collections/operations/list-collections.ts'
import { createBlogTopic } from '#areas/topics/operations/create-blog-topic.ts'
import { listTopics } from '#areas/topics/operations/list-topics.ts'
import { agentOperations } from '#catalog/agent-operations.ts'
import { catalog } from '#catalog/catalog.ts'
import { buildReference } from '#catalog/derived/reference.ts'
import { innerSchema, partOf } from '#kernel/schema-parts.ts'
import { stage } from '#test/stage.ts'

import { fitList, isList, mostInList } from './fit-list.ts'
import { shapeOf } from './shape.ts'

const lists = [...agentOperations(buildReference(catalog)).values()].filter(
  (op) => op.excluded === undefined && isList(op),
)
const lengthOf = (value: unknown) => JSON.stringify(value).length

test.each(lists.map((op) => [op.name, op] as const))('%s fits with twenty entries of any length', (_name, op) => {
  const result = Object.fromEntries(
    Object.entries(op.output.shape).map(([name, schema]) => [name, longest(partOf(schema), { entries: 20 })]),
  )

  const fitted = fitList(op, shapeOf(op.output).parse(result))

  expect(lengthOf(fitted)).toBeLessThan(mostInList)
  expect(shapeOf(op.output).parse(fitted)).toBeTruthy()
})

test('topics at their longest fit a page, and come whole where the caller says how many it takes', async () => {
  const on = await stage()
  const angle = 'a'.repeat(1000)
  for (let at = 0; at < 20; at++)
    await on.call(createBlogTopic, {
      topic: `${at} ${'t'.repeat(297)}`,
      primaryKeyword: 'k'.repeat(120),
      angle,
      collectionPresetId: 'articles' as never,
      customInstructions: 'i'.repeat(4000),
    })

  const [short, whole] = [
    await on.call(listTopics, {}, { door: 'mcp' }),
    await on.call(listTopics, { pageSize: 20 }, { door: 'mcp' }),
  ]

  expect(lengthOf(short)).toBeLessThan(mostInList)
  expect(short).toMatchObject({ total: 20, shortened: ['customInstructions'] })
  expect(short.items[0]).toMatchObject({ angle, customInstructions: expect.stringMatching(/^i+…$/) as unknown })
  expect(whole.items[0]?.customInstructions).toBe('i'.repeat(4000))
  expect(whole).not.toHaveProperty('shortened')
  for (const door of ['app', 'rest'] as const)
    expect((await on.call(listTopics, {}, { door })).items).toEqual(whole.items)
})

test('collections with large schemas fit a page', async () => {
  const on = await stage()
  const properties = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`field${at}`, { title: 'x'.repeat(80) }]),
  )
  for (const slug of ['a', 'b', 'c', 'd'])
    await on.call(createCollection, { slug, name: slug, kind: 'custom', fieldsSchema: { type: 'object', properties } })

  const { items, shortened } = await on.call(listCollections, {}, { door: 'mcp' })

  expect(lengthOf(items)).toBeLessThan(mostInList)
  expect(shortened).toEqual(['fieldsSchema'])
  expect(items.find(({ slug }) => slug === 'a')?.fieldsSchema).toEqual({})
})

test('a list that fits is left as it is', async () => {
  const on = await stage()

  expect(await on.call(listCollections, {}, { door: 'mcp' })).not.toHaveProperty('shortened')
})

/** A value of a schema with texts of 5,000 characters, and with many entries in its lists and maps. */
function longest(schema: z.ZodType, { entries = 50 } = {}): unknown {
  const inner = innerSchema(schema)
  if (inner !== undefined) return longest(inner, { entries })
  if (schema instanceof z.ZodArray)
    return Array.from({ length: entries }, () => longest(partOf(schema.element), { entries: 50 }))
  if (schema instanceof z.ZodUnion) return longest(partOf(schema.options[0] ?? z.null()))
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) {
    return schema instanceof z.ZodEnum
      ? schema.options.toSorted((a, b) => `${b}`.length - `${a}`.length)[0]
      : schema.value
  }
  if (schema instanceof z.ZodNumber) return 1_000_000_000
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodNull) return null
  if (schema instanceof z.ZodRecord) return manyFields()
  if (!(schema instanceof z.ZodObject)) return 'x'.repeat(5000)
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, longest(partOf(field))])
  return fields.length === 0 ? manyFields() : Object.fromEntries(fields)
}

const manyFields = () => Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`field${at}`, 'x'.repeat(20)]))
