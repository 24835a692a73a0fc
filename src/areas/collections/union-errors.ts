import type { ErrorObject } from 'ajv/dist/2020.js'

/**
 * Without the errors of the branches of a union (`anyOf`, `oneOf`) that were not meant: a value is reported by the branch that
 * it comes closest to (calls.md#errors-can-be-corrected). A union whose branches all fit says so itself.
 */
export function ofBranchesMeant(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  return unions.reduce(withoutOthers, errors)
}

function withoutOthers(errors: readonly ErrorObject[], union: ErrorObject): readonly ErrorObject[] {
  const branches = new Map<string, ErrorObject[]>()
  for (const error of errors) {
    const branch = branchOf(union, error)
    if (branch !== undefined) branches.set(branch, [...(branches.get(branch) ?? []), error])
  }
  const [meant] = [...branches.values()].toSorted((one, other) => weightOf(union, one) - weightOf(union, other))
  if (meant === undefined) return errors
  return errors.filter((error) => error !== union && (branchOf(union, error) === undefined || meant.includes(error)))
}

function branchOf({ schemaPath, instancePath }: ErrorObject, error: ErrorObject): string | undefined {
  const isInside = error.schemaPath.startsWith(`${schemaPath}/`) && isAtOrBelow(instancePath, error.instancePath)
  return isInside ? error.schemaPath.slice(schemaPath.length + 1).split('/', 1)[0] : undefined
}

function isAtOrBelow(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`)
}

/** Another type of value weighs most, then another fixed value, then the number of errors. */
function weightOf({ instancePath }: ErrorObject, errors: readonly ErrorObject[]): number {
  return errors.reduce((sum, error) => {
    const isFixed = error.keyword === 'const' || error.keyword === 'enum'
    if (error.instancePath === instancePath && (error.keyword === 'type' || isFixed)) return sum + 10_000
    return sum + (isFixed ? 100 : 1)
  }, 0)
}
