import { z } from 'zod'

import { jsonObject } from './schema.ts'

/** How much a publishing warning or a fault of a site audit weighs, the most severe first. The organization's policy may block what has errors. */
export const severities = ['error', 'warning', 'notice'] as const
export type Severity = (typeof severities)[number]

/** What is wrong with an item, and the call that fixes it. */
export const publishingWarning = z.object({
  code: z.string(),
  severity: z.enum(severities),
  field: z.string().nullable(),
  message: z.string(),
  evidence: jsonObject(),
  fix: z.object({ operation: z.string(), input: jsonObject() }).optional(),
  source: z.string(),
})

export type PublishingWarning = z.input<typeof publishingWarning>
