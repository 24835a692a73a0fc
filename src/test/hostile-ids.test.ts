import { expect, test } from 'vitest'
import { z } from 'zod'

import { catalog } from '#catalog/catalog.ts'
import { newId } from '#kernel/ids.ts'
import type { AnyOperation } from '#kernel/operation.ts'

import { sampleOf } from './samples.ts'
import { stage } from './stage.ts'

/** What callers give instead of an id: a slug, the id of another kind, and one of nobody. */
const wrong = (): readonly string[] => ['news', newId('organization'), `itm_${'z'.repeat(26)}`]

type Place = { path: readonly string[]; isList: boolean }
type Schema = { type?: string; properties?: Record<string, Schema>; anyOf?: Schema[] }

/** The fields of an input, nested ones too, that take ids. */
function placesOf(schema: Schema, path: readonly string[] = []): Place[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((one) => placesOf(one, path))
  if (schema.properties !== undefined)
    return Object.entries(schema.properties).flatMap(([name, part]) => placesOf(part, [...path, name]))
  const takesIds = /^ids?$|Ids?$/.test(path.at(-1) ?? '')
  return takesIds && (schema.type === 'string' || schema.type === 'array')
    ? [{ path, isList: schema.type === 'array' }]
    : []
}

function withValue(input: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): object {
  const own = input[name]
  const below = typeof own === 'object' && own !== null && !Array.isArray(own) ? { ...own } : {}
  return { ...input, [name]: rest.length === 0 ? value : withValue(below, rest, value) }
}

const operations: AnyOperation[] = Object.values(catalog).flat()
const taking = operations.flatMap((op) => {
  const places = placesOf(z.toJSONSchema(op.input, { io: 'input', unrepresentable: 'any' }) as Schema)
  return op.excluded === undefined && places.length > 0 ? [[op.name, { op, places }] as const] : []
})

test.each(taking)('%s refuses what is no id of its kind, or knows no such record', async (_name, { op, places }) => {
  const on = await stage()
  const { input } = await sampleOf(op, on)

  for (const { path, isList } of places) {
    for (const id of wrong()) {
      const given = withValue(input, path, isList ? [id] : id)
      const { status, body } = await on.answerOf(op, given, { dryRun: op.risk !== 'read', confirm: true })
      expect(status, `${path.join('.')} = ${id}: ${body.slice(0, 300)}`).toBeLessThan(500)
    }
  }
})
