import type { z } from 'zod'

import { maskCredentials } from './credential-text.ts'
import { text } from './schema.ts'

/**
 * Why a change is made: a field of its input that the runner takes. It is stored with the revisions that the call and its jobs
 * write, and in its audit record (undo.md#notes-say-why).
 */
export const note = text(200, { min: 1 })
  .refine((line) => !line.includes('\n'), { message: 'Must be one line' })
  .optional()
  .describe('Why, in one line')

/** Separates the note of a call from what its handler gets. Another field of this name is the handler's. */
export function withoutNote(
  schema: z.ZodObject,
  given: Record<string, unknown>,
): { note?: string; input: Record<string, unknown> } {
  if (schema.shape['note'] !== note) return { input: given }
  const { note: why, ...input } = given
  return typeof why === 'string' ? { note: maskCredentials(why), input } : { input }
}
