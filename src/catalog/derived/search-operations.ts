import { z } from 'zod'

import { maskCredentials } from '#kernel/credential-text.ts'
import { confirmations, operation } from '#kernel/operation.ts'
import { risks } from '#kernel/risk.ts'
import { jsonObject, text } from '#kernel/schema.ts'

import { rankEntries } from './rank-entries.ts'
import { discover, type Reference, requireArea } from './reference.ts'

const found = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  area: z.string(),
  scope: z.string(),
  riskLevel: z.enum(risks),
  confirmation: z.enum(confirmations),
  allowed: z.boolean(),
})

/** Finds operations by words, the best match first (mcp.md#narrowing). */
export function searchOperation(reference: Reference) {
  return operation({
    name: 'searchOperations',
    title: 'Search operations',
    summary: 'Finds operations by words in name, title and description, the best match first.',
    scope: null,
    risk: 'read',
    examples: [{ title: 'How to merge duplicates', input: { query: 'merge duplicate items' } }],
    input: z.strictObject({
      query: text(200).describe('Words, such as publish item'),
      area: text(100).optional().describe('Only this area'),
      risk: z.enum(risks).optional(),
      limit: z.int().min(1).max(50).default(8),
    }),
    output: z.object({ operations: z.array(found) }),

    async handle({ access }, { query, area, risk, limit }) {
      requireArea(reference, area)
      const ranked = rankEntries(discover(reference, access, 'mcp', { area, risk }), query)
      return { operations: ranked.slice(0, limit).map((entry) => found.parse(entry)) }
    },
  })
}

/** Whole entries by name, including schemas (mcp.md#narrowing). */
export function describeOperation(reference: Reference) {
  return operation({
    name: 'describeOperation',
    title: 'Describe operations',
    summary: 'Returns operations by name with their schemas, examples and errors. searchOperations finds names.',
    scope: null,
    risk: 'read',
    examples: [{ title: 'One operation', input: { names: ['getItem'] } }],
    input: z.strictObject({ names: z.array(text(100)).min(1).max(10).describe('Names of operations') }),
    output: z.object({ operations: z.array(jsonObject()), unknown: z.array(z.string()) }),

    async handle({ access }, { names }) {
      const entries = discover(reference, access, 'mcp', {}).filter(({ name }) => names.includes(name))
      return {
        operations: entries.map((entry) => ({ ...entry, examples: reference.byName.get(entry.name)?.examples ?? [] })),
        unknown: names.filter((name) => !entries.some((entry) => entry.name === name)).map(maskCredentials),
      }
    },
  })
}
