/** What of the catalog is shown. */
export type OperationsSearch = { search?: string }

export function operationsSearch({ search }: Record<string, unknown>): OperationsSearch {
  return search ? { search: String(search).slice(0, 200) } : {}
}
