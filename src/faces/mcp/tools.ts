import { briefSchema } from '#catalog/derived/brief-schema.ts'
import { type Entry, type Reference, schemasOf } from '#catalog/derived/reference.ts'
import { type AnyOperation, confirmationOf, isChange } from '#kernel/operation.ts'

import { type Hints, hintsOf } from './hints.ts'

export type Tool = {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema: Record<string, unknown>
  annotations: Hints
  _meta: { 'masthead/operation': Record<string, unknown> }
}
type ObjectSchema = { type: 'object'; properties: Record<string, unknown>; [key: string]: unknown }

/** A tool, with what decides whether a narrowed list shows it. */
export type ListedTool = { tool: Tool; op: AnyOperation; area: string | undefined }

const firstAreas = ['organizations', 'content', 'seo', 'topics']

/** One tool per exposed operation, the same for every caller and node (mcp.md#order-of-tools). */
export function operationTools(reference: Reference): ListedTool[] {
  const inOrder = reference.exposed.toSorted((a, b) => compare(rank(a.entry), rank(b.entry)))
  return inOrder.map(({ op, entry }) => ({ tool: toolOf(op, entry.area, entry), op, area: entry.area }))
}

/** The names of the areas, in the order of the tools. */
export function areasOf(tools: readonly ListedTool[]): string[] {
  return [...new Set(tools.flatMap(({ area }) => area ?? []))]
}

/**
 * The tool of an operation: its fields, flat, with the reserved arguments (mcp.md#flat-arguments). `schemas`: what discovery says
 * about it, where it does.
 */
export function toolOf(
  op: AnyOperation,
  area: string,
  { inputSchema, outputSchema }: Pick<Entry, 'inputSchema' | 'outputSchema'> = schemasOf(op),
): Tool {
  const input = briefSchema(inputSchema, 'input') as ObjectSchema
  return {
    name: op.name,
    title: op.title,
    description: op.deprecated === undefined ? op.summary : `Deprecated: use ${op.deprecated.use}. ${op.summary}`,
    inputSchema: { ...input, properties: { ...input.properties, ...reservedOf(op) } },
    outputSchema: briefSchema(outputSchema, 'output'),
    annotations: hintsOf(op),
    _meta: {
      'masthead/operation': {
        area,
        scope: op.scope ?? null,
        riskLevel: op.risk,
        confirmation: confirmationOf(op),
        startsJob: op.startsJob ?? false,
      },
    },
  }
}

/** The reserved arguments are described in the same words everywhere. */
export const reserved = {
  confirm: { type: 'boolean' },
  idempotencyKey: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description:
      'Choose one value per intended change. Repeat the SAME value if you call again because the previous result did not arrive.',
  },
  dryRun: { type: 'boolean' },
} as const

function reservedOf(op: AnyOperation): Record<string, unknown> {
  return isChange(op) ? reserved : {}
}

function rank({ area, name }: Entry): [number, string, string] {
  const at = firstAreas.indexOf(area)
  return [at === -1 ? firstAreas.length : at, area, name]
}

function compare(a: [number, string, string], b: [number, string, string]): number {
  return a[0] - b[0] || byCodeUnits(a[1], b[1]) || byCodeUnits(a[2], b[2])
}

// Not by the machine's locale: every node lists alike.
function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
