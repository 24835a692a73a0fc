import { type CompiledQuery, createQueryId, type Expression, type RootOperationNode, sql } from 'kysely'

import type { Reader } from './database.ts'

/** A query of the builder that is not executed yet. */
type Built<O> = { compile(): CompiledQuery<O>; toOperationNode(): RootOperationNode }

/** The place of a value, by its name. */
export type Given<V> = <K extends keyof V & string>(name: K) => Expression<V[K]>

const places = new WeakMap<object, string>()
const fixed = new WeakSet<RootOperationNode>()

/**
 * A statement that differs only in values: `build` is called once, and its text is written once for each schema
 * (database.md#built-once). Returns the rows. Whatever it does not get from `given` stays as it was in the first call.
 */
export function prepared<D extends Reader, V extends object, O>(
  build: (db: D, given: Given<V>) => Built<O>,
): (db: D, values: V) => Promise<O[]> {
  let node: RootOperationNode | undefined
  return async (db, values) => {
    node ??= fixedNode(build(db, placeOf))
    const executor = db.getExecutor()
    const compiled = executor.compileQuery<O>(node, createQueryId())
    const { rows } = await executor.executeQuery<O>({ ...compiled, parameters: valuesFor(compiled, values) })
    return rows
  }
}

/** Whether this query is the same in each call, except for values: what it is written as can be kept. */
export const isFixed = (node: RootOperationNode): boolean => fixed.has(node)

function fixedNode(built: Built<unknown>): RootOperationNode {
  const node = built.toOperationNode()
  fixed.add(node)
  return node
}

function placeOf<T>(name: string): Expression<T> {
  const place = {}
  places.set(place, name)
  return sql<T>`${place}`
}

function valuesFor({ parameters }: CompiledQuery, values: object): unknown[] {
  const given = new Map<string, unknown>(Object.entries(values))
  return parameters.map((parameter) => {
    const name = typeof parameter === 'object' && parameter !== null ? places.get(parameter) : undefined
    return name === undefined ? parameter : given.get(name)
  })
}
