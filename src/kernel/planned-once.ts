import type { CompiledQuery, QueryId } from 'kysely'

const marked = new WeakSet<QueryId>()

/**
 * Says of a statement that the plan for all values serves it: the database plans it once per connection, and not for each call
 * (database.md#plans-are-made-once).
 */
export function plannedOnce<R>(statement: CompiledQuery<R>): CompiledQuery<R> {
  marked.add(statement.queryId)
  return statement
}

export function isPlannedOnce(queryId: QueryId): boolean {
  return marked.has(queryId)
}
