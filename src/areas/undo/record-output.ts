import { z } from 'zod'

import { actors } from '#kernel/access.ts'
import { recordTypes, type Snapshot } from '#kernel/journal.ts'
import { jsonObject } from '#kernel/schema.ts'

import { actions, type Plan, skipCodes } from './planned.ts'

/** A record that is taken back, with the values that change. Long texts are cut. */
const revertedRecord = z.object({
  type: z.enum(recordTypes),
  id: z.string(),
  title: z.string(),
  action: z.enum(actions),
  fields: z.array(z.string()),
  from: jsonObject().describe('Present values'),
  to: jsonObject().describe('Values from before the calls'),
  live: z.boolean().describe('The public sees it'),
  merge: z.string().optional().describe('The consolidation that it is part of: taken back as a whole, or not at all'),
})

const skippedRecord = z.object({
  type: z.enum([...recordTypes, 'call']),
  id: z.string(),
  title: z.string(),
  code: z.enum(skipCodes),
  fields: z.array(z.string()),
  by: z
    .object({
      kind: z.enum(actors),
      userId: z.string().nullable(),
      credentialId: z.string().nullable(),
      requestId: z.string().nullable(),
    })
    .optional()
    .describe('Who changed it since'),
  alternative: z.object({ operation: z.string(), input: jsonObject() }).optional(),
})

export const planOutput = { records: z.array(revertedRecord), skipped: z.array(skippedRecord) }

/** A plan as answers show it. */
export function describePlan({ records, skipped }: Plan) {
  return {
    records: records.map(({ type, id, title, action, fields, from, to, live, merge }) => ({
      type,
      id,
      title,
      action,
      fields,
      from: shortened(from),
      to: shortened(to),
      live,
      ...(merge === undefined ? {} : { merge }),
    })),
    skipped: skipped.map(({ by, alternative, ...record }) => ({
      ...record,
      ...(by === undefined ? {} : { by }),
      ...(alternative === undefined ? {} : { alternative }),
    })),
  }
}

const longest = 500

function shortened(values: Snapshot): Record<string, unknown> {
  const short = (value: unknown) =>
    typeof value === 'string' && value.length > longest ? `${Array.from(value).slice(0, longest).join('')}…` : value
  const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, short(value)]))
  return JSON.parse(JSON.stringify(shown)) as Record<string, unknown>
}
