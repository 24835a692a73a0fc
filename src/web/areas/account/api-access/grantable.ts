import type { CatalogEntry, Scope } from '#web/operations.ts'

/** `opens`: what can be done with it, by the titles of its operations. */
export type Grantable = { isGrantable: boolean; reason: string | null; opens: readonly string[] }

/**
 * Whether the signed-in person can give a scope to a key, according to the catalog: all operations of the scope are allowed (a
 * single one may be so for own records only). Every role may read; any other scope without an operation opens nothing.
 */
export function grantable(scope: Scope, catalog: readonly CatalogEntry[]): Grantable {
  const entries = catalog.filter((entry) => entry.scope === scope)
  const opens = entries.map(({ title }) => title)
  const missing = entries.find(({ allowed }) => !allowed)
  if (scope.endsWith(':read') || (entries.length > 0 && !missing)) return { isGrantable: true, reason: null, opens }
  const reason = missing ? (missing.notAllowedBecause ?? 'Not part of your role.') : 'Nothing needs it yet.'
  return { isGrantable: false, reason, opens }
}
