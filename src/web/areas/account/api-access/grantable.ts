import type { CatalogEntry, Scope } from '#web/operations.ts'

export type Grantable = { isGrantable: boolean; reason: string | null; operations: readonly string[] }

/**
 * Whether the signed-in person can give a scope to a key, as the catalog tells it: some operation of the scope is allowed. Every
 * role may read; another scope that no operation uses opens nothing, so it is not offered.
 */
export function grantable(scope: Scope, catalog: readonly CatalogEntry[]): Grantable {
  const entries = catalog.filter((entry) => entry.scope === scope)
  const operations = entries.map(({ name }) => name)
  if (scope.endsWith(':read') || entries.some(({ allowed }) => allowed))
    return { isGrantable: true, reason: null, operations }
  const reason = entries[0] ? (entries[0].notAllowedBecause ?? 'Not part of your role.') : 'No operation needs it yet.'
  return { isGrantable: false, reason, operations }
}
