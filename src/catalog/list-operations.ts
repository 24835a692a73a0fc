import { z } from 'zod'

import type { Access } from '#kernel/access.ts'
import { risks } from '#kernel/risk.ts'
import { text } from '#kernel/schema.ts'
import { scopes } from '#kernel/scope.ts'

import { invalidInput } from './parse.ts'
import type { Door } from './permit.ts'
import { discover, type Reference } from './reference.ts'

const input = z.strictObject({
  name: text(100).optional(),
  area: text(100).optional(),
  scope: z.enum(scopes).optional(),
  risk: z.enum(risks).optional(),
  search: text(200).optional(),
  includeSchemas: z.boolean().optional(),
})

/**
 * The catalog tool `listOperations` (operations.md 3.12): the entries of D-11 that match, for any valid credential. Schemas and
 * errors come with `includeSchemas`, which a name alone implies.
 */
export function listOperations(reference: Reference, access: Access, door: Door, given: Record<string, unknown>) {
  const parsed = input.safeParse(given)
  if (!parsed.success) throw invalidInput(parsed.error)
  const { name, includeSchemas = name !== undefined, ...filter } = parsed.data
  const operations = discover(reference, access, door, filter)
    .filter((entry) => name === undefined || entry.name === name)
    .map(({ inputSchema, outputSchema, errors, ...entry }) => ({
      ...entry,
      ...(includeSchemas ? { inputSchema, outputSchema, errors } : {}),
    }))
  return { catalogVersion: reference.catalogVersion, operations }
}
