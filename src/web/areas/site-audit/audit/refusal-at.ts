import type { OperationError } from '#web/operation-error.ts'

/** What a refusal says about a field: one of its problems is there, or it names the field as a whole. */
export function refusalAt(error: OperationError | null, field: string): string | null {
  if (error === null) return null
  const problem = error.fieldProblems.find(({ path }) => namesOf(path)[0] === field)
  if (problem !== undefined) {
    const line = Number(namesOf(problem.path)[1])
    return Number.isInteger(line) ? `Line ${line + 1}: ${problem.message}` : problem.message
  }
  const about = new Map<string, unknown>(Object.entries(error.details ?? {}))
  if (about.get('field') === field) return `${String(about.get('url'))}: ${error.message}`
  return error.code === 'plan_required' && field === 'maxPages' ? error.message : null
}

/** The names in the path of a problem, from the field on. */
const namesOf = (path: string): string[] =>
  path
    .replace(/^\/input/, '')
    .split('/')
    .slice(1)
