import { codesOf } from '#catalog/derived/reference.ts'
import type { Answer } from '#catalog/run/answer.ts'
import type { Code, Details } from '#kernel/errors.ts'
import type { AnyOperation } from '#kernel/operation.ts'

/** What no agent is answered, so that the catalog does not name it: only the web application, and a caller that has gone. */
const notForAgents: readonly Code[] = ['elevation_required', 'cancelled']

/** Fails where an operation of agents is refused with a code that its entry in the catalog does not name, or a problem has a word of the parser. */
export function requireDeclared(op: AnyOperation, { status, body }: Answer): void {
  if (status === 200 || op.excluded !== undefined) return
  const { error } = JSON.parse(body) as { error: { code: Code; details?: Details } }
  const problems = Array.isArray(error.details) ? (error.details as { code: string }[]) : []
  if (problems.some(({ code }) => code === 'custom')) throw new Error(`${op.name} has a problem with the code custom`)
  if (codesOf(op).includes(error.code) || notForAgents.includes(error.code)) return
  throw new Error(`${op.name} does not declare the refusal ${error.code}: add it to its errors`)
}
