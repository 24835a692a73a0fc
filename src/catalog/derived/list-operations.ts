import { z } from 'zod'

import { parsedInput } from '#catalog/run/parse.ts'
import type { Door } from '#catalog/run/permit.ts'
import type { Access } from '#kernel/access.ts'
import { maskCredentials } from '#kernel/credential-text.ts'
import { Refusal } from '#kernel/errors.ts'
import { confirmations, operation } from '#kernel/operation.ts'
import { risks } from '#kernel/risk.ts'
import { jsonObject, text } from '#kernel/schema.ts'
import { scopes } from '#kernel/scope.ts'

import { discover, type Reference, requireArea } from './reference.ts'

/** More entries with their schemas are more than a model can read at once. */
const mostWithSchemas = 20

const input = z.strictObject({
  name: text(100).optional().describe('One operation, with its schemas'),
  area: text(100).optional().describe('Only this area'),
  scope: z.enum(scopes).optional(),
  risk: z.enum(risks).optional(),
  search: text(200).optional().describe('Words in name, title or description'),
  includeSchemas: z
    .boolean()
    .optional()
    .describe(`Include schemas and errors: with name (by default), area, or at most ${mostWithSchemas} matches`),
})

const entry = z.looseObject({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  area: z.string(),
  scope: z.enum(scopes),
  riskLevel: z.enum(risks),
  confirmation: z.enum(confirmations),
  confirmationRule: z.string().optional(),
  idempotency: z.enum(['none', 'optional', 'required']),
  startsJob: z.boolean(),
  inputSchema: jsonObject().optional(),
  outputSchema: jsonObject().optional(),
  errors: z.array(z.object({ code: z.string(), status: z.int() })).optional(),
  allowed: z.boolean(),
  notAllowedBecause: z.string().optional(),
})

/**
 * The catalog tool `listOperations`: the entries of discovery that match, for any valid credential
 * (calls.md#discovery-equals-the-catalog). Schemas and errors come with `includeSchemas`, which a name implies. `unknown` is the name
 * that no operation has: without it an empty list could also mean that the other filters match nothing.
 */
export function listOperations(reference: Reference, access: Access, door: Door, given: Record<string, unknown>) {
  return entriesFor(reference, access, door, parsedInput(input, given))
}

/** The same as an operation that the runner knows, so that agents' calls of it are checked and recorded like any other. */
export function catalogOperation(reference: Reference) {
  return operation({
    name: 'listOperations',
    title: 'List operations',
    summary:
      'Lists every operation with scope, risk, confirmation and whether this credential may call it. A name returns its schemas.',
    scope: null,
    risk: 'read',
    examples: [{ title: 'What can be done with content', input: { area: 'content' } }],
    input,
    output: z.object({
      catalogVersion: z.string(),
      operations: z.array(entry),
      unknown: z.array(z.string()).optional().describe('A name that no operation has'),
      shortened: z.array(z.string()).optional().describe('Fields that are cut to fit; narrow the list for whole ones'),
    }),

    async handle({ access }, filter) {
      return entriesFor(reference, access, 'mcp', filter) as {
        catalogVersion: string
        operations: z.input<typeof entry>[]
        unknown?: string[]
      }
    },
  })
}

function entriesFor(
  reference: Reference,
  access: Access,
  door: Door,
  { name, includeSchemas = name !== undefined, ...filter }: z.output<typeof input>,
) {
  requireArea(reference, filter.area)
  const matches = discover(reference, access, door, filter).filter((found) => name === undefined || found.name === name)
  if (includeSchemas && name === undefined && filter.area === undefined) requireFew(matches.length)
  const operations = matches.map(({ inputSchema, outputSchema, errors, ...found }) => ({
    ...found,
    ...(includeSchemas ? { inputSchema, outputSchema, errors } : {}),
  }))
  const isUnknown = name !== undefined && !reference.entries.some((known) => known.name === name)
  return {
    catalogVersion: reference.catalogVersion,
    operations,
    ...(isUnknown ? { unknown: [maskCredentials(name)] } : {}),
  }
}

function requireFew(matches: number): void {
  if (matches <= mostWithSchemas) return
  const message = `Schemas are returned with name, with area, or for at most ${mostWithSchemas} matches; these are ${matches}. Narrow the list, or ask for one name.`
  throw new Refusal('validation_failed', message, [{ path: '/input/includeSchemas', message, code: 'too_big' }])
}
