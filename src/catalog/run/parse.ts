import type { z } from 'zod'

import { type Problem, Refusal } from '#kernel/errors.ts'
import { inPlainWords, problemsOf } from '#kernel/input-problems.ts'
import { jsonPointer } from '#std/json.ts'

const problemLimit = 50

/** The input by the operation's schema; refused with every problem and its JSON pointer (calls.md#one-table-of-refusals). */
export function parseInput(op: { input: z.ZodObject }, input: Record<string, unknown>): Record<string, unknown> {
  const unseen = unseenProblems(input)
  if (unseen.length > 0) throw invalid(unseen)
  return parsedInput(op.input, input)
}

/** The input by a schema, else `validation_failed`. */
export function parsedInput<S extends z.ZodObject>(schema: S, input: Record<string, unknown>): z.output<S> {
  const parsed = schema.safeParse(input, inPlainWords)
  if (parsed.success) return parsed.data
  throw invalidInput(schema, parsed.error)
}

/** What a schema objects to in an input, as `validation_failed`; to be read `inPlainWords`. */
export function invalidInput(schema: z.ZodObject, { issues }: z.ZodError): Refusal {
  return invalid(problemsOf(schema, issues.slice(0, problemLimit), ['input']).slice(0, problemLimit))
}

function invalid(problems: Problem[]): Refusal {
  const [first] = problems
  const what = first === undefined ? 'see details' : `${first.path} ${lowerFirst(first.message)}`
  return new Refusal('validation_failed', `The input is not valid: ${what}`, problems)
}

// The schema library skips a key `__proto__`, and an open object takes a number that JSON cannot write back.
function unseenProblems(input: Record<string, unknown>): Problem[] {
  const problems: Problem[] = []
  const waiting: { path: string; value: unknown }[] = [{ path: '/input', value: input }]
  for (let next = waiting.pop(); next !== undefined && problems.length < problemLimit; next = waiting.pop()) {
    const { path, value } = next
    if (typeof value === 'number' && !Number.isFinite(value))
      problems.push({ path, message: 'This number is too large', code: 'invalid_value' })
    if (typeof value !== 'object' || value === null) continue
    for (const key of Object.keys(value)) {
      const at = path + pointer([key])
      if (key === '__proto__') problems.push({ path: at, message: 'Unknown field', code: 'unknown_field' })
      else waiting.push({ path: at, value: (value as Record<string, unknown>)[key] })
    }
  }
  return problems
}

function pointer(path: readonly PropertyKey[]): string {
  return jsonPointer(path.map((part) => String(part).slice(0, 100)))
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
