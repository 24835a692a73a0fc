import { type Compilable, CompiledQuery } from 'kysely'

import type { Reader } from './database.ts'

/** Stands in a statement for a value that differs between requests of the same shape. */
class Varying {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  toJSON(): string {
    return `$${this.name}`
  }
}

/** The values that differ, by name. */
export type Variation = {
  readonly values: Readonly<Record<string, unknown>>
  /** Notes a value and returns what stands for it: query builders take it wherever they take a parameter. */
  of<T>(name: string, value: T): T
}

/** Collects what differs between requests. Everything else in their query makes their shape. */
export function variation(): Variation {
  const values: Record<string, unknown> = {}
  return {
    values,
    of<T>(name: string, value: T): T {
      values[name] = value
      // Only the statement sees it, as a parameter.
      return new Varying(name) as T
    },
  }
}

type Shaped = {
  /** What the statement is built from; values that differ are those of the variation. */
  query: object
  values: Readonly<Record<string, unknown>> & { organizationId: string }
}

const compiled = new Map<string, Pick<CompiledQuery, 'sql' | 'parameters'>>()
const mostShapes = 500

/**
 * Reads the rows of a statement that is built and compiled once for all requests of its shape
 * (content-api.md#statements-are-compiled-once).
 */
export async function readShaped<Row>(
  db: Reader,
  { query, values }: Shaped,
  build: () => Compilable<Row>,
): Promise<Row[]> {
  const shape = JSON.stringify(query, asJson)
  const known = compiled.get(shape)
  const statement = known ?? withoutOrganization(build().compile(), values.organizationId)
  if (known === undefined) {
    if (compiled.size >= mostShapes) compiled.clear()
    compiled.set(shape, statement)
  }
  const parameters = statement.parameters.map((parameter) => filled(parameter, values))
  const { rows } = await db.getExecutor().executeQuery<Row>(CompiledQuery.raw(statement.sql, parameters))
  return rows
}

// The data layer has put the organization in; ids are equal to nothing else.
function withoutOrganization({ sql, parameters }: CompiledQuery, organizationId: string) {
  const organization = new Varying('organizationId')
  return { sql, parameters: parameters.map((value) => (value === organizationId ? organization : value)) }
}

/** A parameter with its values; in a list, one that stands for a list stands for its entries. */
function filled(parameter: unknown, values: Shaped['values']): unknown {
  if (parameter instanceof Varying) return values[parameter.name]
  return Array.isArray(parameter) ? parameter.flatMap((entry) => filled(entry, values)) : parameter
}

function asJson(_: string, value: unknown): unknown {
  return value instanceof Map || value instanceof Set ? [...value] : value
}
