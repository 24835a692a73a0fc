import { describe, expect, test } from 'vitest'

import { catalog } from '#catalog/catalog.ts'
import { newId } from '#kernel/ids.ts'
import { idKindsAt } from '#kernel/input-problems.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { sampleOf } from '#test/samples.ts'
import { stage } from '#test/stage.ts'

// What is listed of people, keys and approvals stays when they are gone.
const going = ['user', 'apiKey', 'grant', 'approval']

const operations: AnyOperation[] = Object.values(catalog).flat()
const narrowed = operations.flatMap((op) => {
  if (op.risk !== 'read' || !('total' in op.output.shape)) return []
  return Object.entries(op.input.shape).flatMap(([field, schema]) => {
    const [kind] = idKindsAt(op.input, [field])
    const isOne = kind !== undefined && !going.includes(kind) && schema.safeParse(newId(kind)).success
    return isOne && schema.safeParse(undefined).success ? [{ op, field, kind, name: `${op.name} ${field}` }] : []
  })
})

describe('a list that is narrowed to a record that does not exist says so', () => {
  test.each(narrowed)('$name', async ({ op, field, kind }) => {
    const on = await stage()
    const { input } = await sampleOf(op, on)

    const { status, body } = await on.answerOf(op, { ...input, [field]: newId(kind) })

    expect([status, JSON.parse(body).error?.details?.[0]?.path], body.slice(0, 300)).toEqual([404, `/input/${field}`])
  })
})
