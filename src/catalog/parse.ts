import type { z } from 'zod'

import { type Problem, Refusal } from '#kernel/errors.ts'
import type { AnyOperation } from '#kernel/operation.ts'

const problemLimit = 50

/** The input by the operation's schema; refused with every problem and its JSON pointer (D-12). */
export function parseInput(op: AnyOperation, input: Record<string, unknown>): Record<string, unknown> {
  const parsed = op.input.safeParse(input)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue)).slice(0, problemLimit)
  const [first] = problems
  throw new Refusal(
    'validation_failed',
    `The input is not valid: ${first === undefined ? 'see details' : `${first.path} ${lowerFirst(first.message)}`}`,
    problems,
  )
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

/** JSON pointer (RFC 6901). */
function pointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
