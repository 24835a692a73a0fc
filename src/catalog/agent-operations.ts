import type { AnyOperation } from '#kernel/operation.ts'

import { catalogOperation } from './derived/list-operations.ts'
import type { Reference } from './derived/reference.ts'
import { describeOperation, searchOperation } from './derived/search-operations.ts'

/** What the runner runs: the operations of the catalog, and those that describe it, which any valid credential may call. */
export function agentOperations(reference: Reference): ReadonlyMap<string, AnyOperation> {
  const about: AnyOperation[] = [catalogOperation(reference), searchOperation(reference), describeOperation(reference)]
  return new Map([...reference.byName, ...about.map((op) => [op.name, op] as const)])
}
