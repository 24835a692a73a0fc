import { createHash } from 'node:crypto'

import type { AreaName, Catalog } from '#catalog/catalog.ts'
import { narrowingKinds } from '#catalog/run/named-records.ts'
import { type Door, objection } from '#catalog/run/permit.ts'
import type { Access } from '#kernel/access.ts'
import { type Code, type Problem, Refusal, statusOfCode } from '#kernel/errors.ts'
import { type AnyOperation, confirmationOf, type GuardRails, idempotencyOf, isChange } from '#kernel/operation.ts'
import type { Risk } from '#kernel/risk.ts'
import type { Scope } from '#kernel/scope.ts'

import { portableSchema } from './json-schema.ts'

/** What discovery says about an operation, the same for everybody (calls.md#discovery-equals-the-catalog). */
export type Entry = {
  name: string
  title: string
  description: string
  area: AreaName
  scope: Scope
  riskLevel: Risk
  confirmation: 'never' | 'conditional' | 'always'
  confirmationRule?: string
  idempotency: 'none' | 'optional' | 'required'
  startsJob: boolean
  inputSchema: Record<string, unknown>
  outputSchema: Record<string, unknown>
  errors: { code: Code; status: number }[]
  deprecated?: { since: string; use: string }
}

export type Reference = {
  /** Changes with every change of an operation (calls.md#deprecations-are-announced). */
  catalogVersion: string
  entries: readonly Entry[]
  /** Exposed operations with the area that they belong to, in the order of the entries. */
  exposed: readonly { op: AnyOperation; entry: Entry }[]
  byName: ReadonlyMap<string, AnyOperation>
}

const ofEveryCall: readonly Code[] = [
  'malformed_request',
  'unauthenticated',
  'insufficient_scope',
  'role_forbidden',
  'organization_suspended',
  'validation_failed',
  'too_large',
  'request_timeout',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'unavailable',
]

const built = new WeakMap<Catalog, Reference>()

/** Everything that is derived from the declarations once, when the product starts: a process with several servers has one. */
export function buildReference(catalog: Catalog): Reference {
  const reference = built.get(catalog) ?? derive(catalog)
  built.set(catalog, reference)
  return reference
}

function derive(catalog: Catalog): Reference {
  const all = Object.entries(catalog).flatMap(([area, operations]) =>
    operations.map((op: AnyOperation) => ({ op, area: area as AreaName })),
  )
  const exposed = all.flatMap(({ op, area }) =>
    op.excluded === undefined && op.scope !== null ? [{ op, entry: entryOf(op, op.scope, area) }] : [],
  )
  const entries = exposed.map(({ entry }) => entry)
  return {
    catalogVersion: createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 16),
    entries,
    exposed,
    byName: new Map(all.map(({ op }) => [op.name, op])),
  }
}

function entryOf(op: AnyOperation, scope: Scope, area: AreaName): Entry {
  const confirmation = confirmationOf(op)
  const rule = confirmation === 'always' ? 'Always required.' : op.confirm?.rule
  const rules = [rule, op.guard && ruleOf(op.guard)].filter((each) => each !== undefined)
  return {
    name: op.name,
    title: op.title,
    description: op.summary,
    area,
    scope,
    riskLevel: op.risk,
    confirmation,
    ...(rules.length === 0 ? {} : { confirmationRule: rules.join(' ') }),
    idempotency: idempotencyOf(op),
    startsJob: op.startsJob ?? false,
    ...schemasOf(op),
    errors: codesOf(op).map((code) => ({ code, status: statusOfCode[code] })),
    ...(op.deprecated === undefined ? {} : { deprecated: op.deprecated }),
  }
}

/** The schemas of an operation as clients read them. */
export function schemasOf({ input, output }: AnyOperation): Pick<Entry, 'inputSchema' | 'outputSchema'> {
  return { inputSchema: portableSchema(input, 'input'), outputSchema: portableSchema(output, 'output') }
}

function ruleOf({ rails, instead }: GuardRails): string {
  const fields = rails.map(({ field, strict }) => `${field} ${JSON.stringify(strict)}`)
  return `Agents never loosen ${fields.join(', ')}: a person does (${instead}).`
}

/** The codes that a call of an operation may be refused with: what it declares, and what follows from its declaration. */
export function codesOf(op: AnyOperation): Code[] {
  const derived: Code[] = []
  if (isChange(op)) derived.push('idempotency_in_progress', 'idempotency_key_reused')
  // An organization can let a person approve any write.
  if (op.risk !== 'read') derived.push('confirmation_required', 'approval_declined')
  if (idempotencyOf(op) === 'required') derived.push('idempotency_key_required')
  if (op.requires !== undefined) derived.push('plan_required')
  if (op.guard !== undefined) derived.push('operation_excluded')
  if ('ifVersion' in op.input.shape) derived.push('version_conflict')
  if (op.risk === 'read' && narrowingKinds(op).size > 0) derived.push('not_found')
  return [...new Set([...ofEveryCall, ...derived, ...(op.errors ?? [])])]
}

/** What is wrong with an area that there is not; `path`: where it was given. */
export function areaProblem({ entries }: Reference, area: string | undefined, path: string): Problem | undefined {
  const areas = [...new Set<string>(entries.map((entry) => entry.area))]
  if (area === undefined || areas.includes(area)) return undefined
  return { path, message: `area is one of ${areas.join(', ')}.`, code: 'invalid_value' }
}

/** Refuses an area that there is not: an empty list would say that nothing can be done. Errors: `validation_failed`. */
export function requireArea(reference: Reference, area: string | undefined): void {
  const problem = areaProblem(reference, area, '/input/area')
  if (problem !== undefined) throw new Refusal('validation_failed', problem.message, [problem])
}

/** The entries, filtered, with whether this caller may run them. */
export function discover(
  reference: Reference,
  access: Access,
  door: Door,
  filter: EntryFilter,
): (Entry & { allowed: boolean; notAllowedBecause?: string })[] {
  return reference.exposed
    .filter(({ entry }) => matches(entry, filter))
    .map(({ op, entry }) => {
      const refused = objection(op, access, door)
      return refused === undefined
        ? { ...entry, allowed: true }
        : { ...entry, allowed: false, notAllowedBecause: refused.message }
    })
}

export type EntryFilter = {
  area?: string | undefined
  scope?: string | undefined
  risk?: string | undefined
  search?: string | undefined
}

const wordsOf = (search: string) => search.toLowerCase().split(/\s+/)

function matches(entry: Entry, { area, scope, risk, search }: EntryFilter): boolean {
  const searched = `${entry.name} ${entry.title} ${entry.description}`.toLowerCase()
  return (
    (area === undefined || entry.area === area) &&
    (scope === undefined || entry.scope === scope) &&
    (risk === undefined || entry.riskLevel === risk) &&
    (search === undefined || wordsOf(search).every((word) => searched.includes(word)))
  )
}
