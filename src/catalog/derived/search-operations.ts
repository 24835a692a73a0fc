import { z } from 'zod'

import { maskCredentials } from '#kernel/credential-text.ts'
import { confirmations, operation } from '#kernel/operation.ts'
import { risks } from '#kernel/risk.ts'
import { jsonObject, text } from '#kernel/schema.ts'

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
      const words = query.toLowerCase().split(/\W+/).filter(Boolean)
      const ranked = discover(reference, access, 'mcp', { area, risk })
        .map((entry) => ({ entry, weight: weigh(entry, words) }))
        .filter(({ weight }) => weight > 0 || words.length === 0)
        .toSorted((a, b) => b.weight - a.weight)
      return { operations: ranked.slice(0, limit).map(({ entry }) => found.parse(entry)) }
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

// A word in the name counts most. Matching the beginning of a word covers plurals and endings.
function weigh(
  { name, title, description }: { name: string; title: string; description: string },
  words: string[],
): number {
  const [inName, inTitle, inText] = [name, title, description].map((part) => part.toLowerCase())
  const stems = words.map((word) => (word.length > 4 ? word.replace(/(es|s|ing|ed)$/, '') : word))
  return stems.reduce(
    (sum, stem) =>
      sum + (inName?.includes(stem) ? 4 : 0) + (inTitle?.includes(stem) ? 2 : 0) + (inText?.includes(stem) ? 1 : 0),
    0,
  )
}
