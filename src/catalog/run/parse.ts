import type { z } from 'zod'

import { type Problem, Refusal } from '#kernel/errors.ts'
import { jsonPointer } from '#std/json.ts'

const problemLimit = 50

/** The input by the operation's schema; refused with every problem and its JSON pointer (calls.md#one-table-of-refusals). */
export function parseInput(op: { input: z.ZodObject }, input: Record<string, unknown>): Record<string, unknown> {
  const unseen = unseenProblems(input)
  if (unseen.length > 0) throw invalid(unseen)
  const parsed = op.input.safeParse(input)
  if (parsed.success) return parsed.data
  throw invalidInput(parsed.error)
}

/** What the schema objects to in an input, as `validation_failed`. */
export function invalidInput(error: z.ZodError): Refusal {
  return invalid(error.issues.flatMap((issue) => problemsOf(issue)).slice(0, problemLimit))
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

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const path = pointer(['input', ...issue.path])
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: pointer(['input', ...issue.path, key]),
      message: 'Unknown field',
      code: 'unknown_field',
    }))
  }
  const code = issue.code === 'custom' ? 'invalid_value' : issue.code
  if (isMissing(issue)) return [{ path, message: 'Required', code: 'required' }]
  return [{ path, message: issue.message, code }]
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
}

function pointer(path: readonly PropertyKey[]): string {
  return jsonPointer(path.map((part) => String(part).slice(0, 100)))
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
