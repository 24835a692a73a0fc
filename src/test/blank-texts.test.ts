import { expect, test } from 'vitest'
import { z } from 'zod'

import { catalog } from '#catalog/catalog.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { innerSchema, partOf } from '#kernel/schema-parts.ts'

type Field = { path: string; schema: z.ZodType }

/** Every text of an input, in objects, lists and choices too. */
function textsIn(schema: z.ZodType, path: string): Field[] {
  if (schema instanceof z.ZodString) return [{ path, schema }]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => textsIn(partOf(field), `${path}/${name}`))
  if (schema instanceof z.ZodArray) return textsIn(partOf(schema.element), `${path}/*`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => textsIn(partOf(option), path))
  const inner = innerSchema(schema)
  return inner === undefined ? [] : textsIn(inner, path)
}

const operations: AnyOperation[] = Object.values(catalog).flat()
const accepts = ({ schema }: Field, value: string) => schema.safeParse(value).success
const blank = ' '.repeat(5)
const unseen = {
  'zero-width spaces': '\u200B'.repeat(5),
  'byte order marks': '\uFEFF'.repeat(5),
  'word joiners': '\u2060'.repeat(5),
  'soft hyphens': '\u00AD'.repeat(5),
  'Hangul fillers': '\u3164'.repeat(5),
  'several of them between blanks': ' \u200B\u00AD \uFEFF',
}

test.each(Object.entries(unseen))('what refuses blanks refuses %s', (_name, value) => {
  const fields = operations
    .flatMap(({ name, input }) => textsIn(input, name))
    .filter((field) => accepts(field, 'Words of a text') && !accepts(field, blank))

  expect(fields.length).toBeGreaterThan(60)
  expect(fields.filter((field) => accepts(field, value)).map(({ path }) => path)).toEqual([])
})

test.each(['می\u200Cخواهم', '👩\u200D👧', 'a\u00ADb', '\u0600'])('%s says something', (value) => {
  const fields = operations.flatMap(({ name, input }) => textsIn(input, name))
  const title = fields.find(({ path }) => path === 'createItem/title')

  expect(title?.schema.safeParse(value)).toEqual({ success: true, data: value })
})
