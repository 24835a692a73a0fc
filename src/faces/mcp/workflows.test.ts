import { expect, test } from 'vitest'

import { catalog } from '#catalog/catalog.ts'
import { portableSchema } from '#catalog/derived/json-schema.ts'
import { buildReference } from '#catalog/derived/reference.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { isObject } from '#std/objects.ts'

import { reserved } from './tools.ts'
import { type Workflow, workflows } from './workflows.ts'

const operations = new Map(buildReference(catalog).exposed.map(({ op }) => [op.name, op]))

test.each(workflows.map((workflow) => [workflow.name, workflow] as const))(
  '%s names operations, fields and values of today',
  (_name, workflow) => {
    const { fields, values } = namesOf(workflow)
    const texts = workflow.steps.map(({ says }) => says)
    const marked = texts.flatMap((text) => [...text.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words.split(': ')))
    const camelCase = texts.flatMap((text) => text.match(/\b[a-z]+[A-Z]\w*/g) ?? [])

    const unknown = [
      ...marked.flatMap(([name = '', value]) =>
        (value === undefined ? fields.has(name) || values.has(name) : fields.has(name) && values.has(value))
          ? []
          : name,
      ),
      ...camelCase.filter((name) => !fields.has(name) && !operations.has(name)),
    ]
    expect(unknown).toEqual([])
    for (const { uses, mentions } of workflow.steps)
      for (const name of [uses, mentions]) if (name !== undefined) expect(texts.join(' ')).toContain(name)
  },
)

/** What the operations of a workflow have: names of fields at any depth, and listed values. */
function namesOf({ argument, steps }: Workflow) {
  const fields = new Set([argument.name, ...Object.keys(reserved)])
  const values = new Set(['true', 'false'])
  const used = steps.flatMap(({ uses, mentions }) =>
    [uses, mentions].flatMap((name) => operations.get(name ?? '') ?? []),
  )
  for (const { input, output } of used satisfies AnyOperation[]) {
    collect(portableSchema(input, 'input'))
    collect(portableSchema(output, 'output'))
  }
  return { fields, values }

  function collect(schema: unknown): void {
    if (Array.isArray(schema)) return schema.forEach(collect)
    if (!isObject(schema)) return
    if (isObject(schema['properties'])) for (const name of Object.keys(schema['properties'])) fields.add(name)
    if (Array.isArray(schema['enum'])) for (const value of schema['enum']) values.add(String(value))
    Object.values(schema).forEach(collect)
  }
}
