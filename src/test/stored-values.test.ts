import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { catalog } from '#catalog/catalog.ts'
import { portableSchema } from '#catalog/derived/json-schema.ts'
import { procedures } from '#catalog/procedures.ts'
import { checkResult } from '#catalog/run/check.ts'
import { silentLog } from '#kernel/log.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import type { AnyProcedure } from '#kernel/procedure.ts'
import { partOf } from '#kernel/schema-parts.ts'

import { hostileText } from './hostile-texts.ts'

const declared: readonly (AnyOperation | AnyProcedure)[] = [...Object.values(catalog).flat(), ...procedures]
const cases = declared.map((each) => [each.name, each] as const)

const ajv = new Ajv2020({ strict: false })

test.each(cases)('%s shows stored texts whatever they contain', (_name, op) => {
  const stored = filled(op.output) as Record<string, unknown>

  const shown = checkResult({ ...op, output: withoutMasks(op.output) }, stored, { strictResults: true, log: silentLog })

  expect(shown).toEqual(stored)
  const accepts = ajv.compile(portableSchema(op.output, 'output'))
  expect(accepts(stored), JSON.stringify(accepts.errors)).toBe(true)
})

test.each(cases)('%s shows a record with values of no known type', (_name, op) => {
  for (const odd of [undefined, null, 7, hostileText, [[]], { secret: 'not declared' }]) {
    const result = Object.fromEntries(Object.keys(op.output.shape).map((name) => [name, odd]))

    const shown = checkResult(op, result, { log: silentLog })

    expect(Object.keys(op.output.shape)).toEqual(expect.arrayContaining(Object.keys(shown)))
  }
})

test('an odd entry does not hide its list, and what is not declared stays away', () => {
  const output = z.object({ items: z.array(z.object({ name: z.string(), kind: z.enum(['a', 'b']), at: z.string() })) })
  const items = [
    { name: 'One', kind: 'a', at: 'now' },
    { name: { hidden: 1 }, kind: 'of an older release', at: 5, more: 'hidden' },
    'no record at all',
  ]

  const shown = checkResult({ name: 'any', output }, { items }, { log: silentLog })

  expect(shown).toEqual({
    items: [{ name: 'One', kind: 'a', at: 'now' }, { name: null, kind: 'of an older release', at: 5 }, null],
  })
})

/** A value of the shape of a schema, with the hostile text wherever a text is. */
function filled(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, filled(partOf(field))])
    return Object.fromEntries(fields)
  }
  if (schema instanceof z.ZodArray) return filledList(partOf(schema.element))
  if (schema instanceof z.ZodUnion) return filled(partOf(schema.options[0] ?? schema))
  if (schema instanceof z.ZodRecord) return { [hostileText]: filled(partOf(schema.valueType)) }
  if (wrappers.some((kind) => schema instanceof kind)) return filled(partOf((schema as z.ZodOptional).unwrap()))
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodNumber) return -1_000_000
  if (schema instanceof z.ZodNull) return null
  return hostileText
}

const wrappers = [z.ZodOptional, z.ZodNonOptional, z.ZodNullable, z.ZodDefault]

// More texts than any input allows.
const filledList = (element: z.ZodType) =>
  Array.from({ length: element instanceof z.ZodString ? 60 : 2 }, () => filled(element))

// A mask is not part of what is tested here.
const withoutMasks = (output: z.ZodObject) => z.object(output.shape)
