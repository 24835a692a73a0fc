import pg from 'pg'
import type { PoolClient, QueryResult } from 'pg'

/** How the rows of prepared statements are read, by the names of the statements. It holds for one connection. */
export type RowShapes = Map<string, RowShape>

type RowShape = Pick<DriverResult, 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>

type Prepared = {
  name: string
  text: string
  values: readonly unknown[]
  shapes: RowShapes
}

/**
 * Sends a statement that has a name. Only its first answer says what its columns are: a prepared statement never has others, the
 * server refuses it first (database.md#columns-are-described-once).
 */
export function queryPrepared(client: PoolClient, prepared: Prepared): Promise<QueryResult> {
  return new Promise<QueryResult>((resolve, reject) => {
    const query = new PreparedQuery(prepared)
    query.callback = (error, result) => (error === null ? resolve(result) : reject(error))
    client.query(query)
  }).catch((error: unknown) => {
    // The driver's own stack ends at its socket.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  })
}

/** What the types of the driver leave out of a query, a result and a connection. */
type DriverConnection = { describe(): void }
type DriverResult = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }
type DriverQuery = pg.Submittable & {
  name: string
  values: readonly unknown[]
  callback: (error: Error | null, result: QueryResult) => void
  _result: DriverResult
  _accumulateRows: boolean
  prepare(connection: DriverConnection): void
  handleRowDescription(message: unknown): void
  handleCommandComplete(message: unknown, connection: unknown): void
}

const Query = driverQuery()

function driverQuery(): new (text: string) => DriverQuery {
  // Its types show the constructor only.
  return pg.Query as unknown as new (text: string) => DriverQuery
}

// oxlint-disable no-underscore-dangle -- that is how the driver names its fields
class PreparedQuery extends Query {
  readonly #shapes: RowShapes

  constructor({ name, text, values, shapes }: Prepared) {
    super(text)
    this.name = name
    this.values = values
    this.#shapes = shapes
  }

  override prepare(connection: DriverConnection): void {
    const shape = this.#shapes.get(this.name)
    if (shape === undefined) return super.prepare(connection)
    Object.assign(this._result, shape)
    this._accumulateRows = true
    super.prepare(undescribing(connection))
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    this.#note()
  }

  override handleCommandComplete(message: unknown, connection: unknown): void {
    super.handleCommandComplete(message, connection)
    // One without rows has no columns, of which nothing was said.
    if (!this.#shapes.has(this.name)) this.#note()
  }

  #note(): void {
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

const silent = new WeakMap<DriverConnection, DriverConnection>()

/** The same connection, which does not ask for the columns of a statement. */
function undescribing(connection: DriverConnection): DriverConnection {
  const known = silent.get(connection)
  if (known !== undefined) return known
  const same = Object.create(connection, { describe: { value: () => undefined } }) as DriverConnection
  silent.set(connection, same)
  return same
}
