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
type DriverConnection = { describe(): void; bind(given: Bound): void; _send(message: Buffer): void }
type Bound = { statement: string; values: readonly unknown[]; valueMapper(value: unknown): string | Buffer | null }
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
    const { plain, silent } = waysOf(connection)
    const shape = this.#shapes.get(this.name)
    if (shape === undefined) return super.prepare(plain)
    Object.assign(this._result, shape)
    this._accumulateRows = true
    super.prepare(silent)
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

type Ways = { plain: DriverConnection; silent: DriverConnection }

const known = new WeakMap<DriverConnection, Ways>()

/** The same connection, which sends values as `bindMessage` does; the silent one does not ask for the columns of a statement. */
function waysOf(connection: DriverConnection): Ways {
  const ways = known.get(connection)
  if (ways !== undefined) return ways
  const bind = { value: (given: Bound) => connection._send(bindMessage(given)) }
  const plain = Object.create(connection, { bind }) as DriverConnection
  const silent = Object.create(plain, { describe: { value: () => undefined } }) as DriverConnection
  known.set(connection, { plain, silent })
  return { plain, silent }
}

/**
 * The Bind message of a statement on the unnamed portal, all values and results as text but for buffers (PostgreSQL's protocol 3.0). The
 * driver's own grows with each value and copies what it has: three times the bytes of a long text (database.md#values-are-written-once).
 */
function bindMessage({ statement, values, valueMapper }: Bound): Buffer {
  const mapped = values.map((value) => valueMapper(value))
  const lengths = mapped.map((value) => (value === null ? 0 : Buffer.byteLength(value)))
  const nameLength = Buffer.byteLength(statement)
  const body = 4 + 1 + nameLength + 1 + 2 + 2 * mapped.length + 2 + 4 * mapped.length + 4
  const message = Buffer.allocUnsafe(1 + body + lengths.reduce((sum, length) => sum + length, 0))
  let at = message.write('B')
  at = message.writeInt32BE(message.length - 1, at)
  at = message.writeInt8(0, at)
  at += message.write(statement, at)
  at = message.writeInt8(0, at)
  at = message.writeUInt16BE(mapped.length, at)
  for (const value of mapped) at = message.writeInt16BE(typeof value === 'object' && value !== null ? 1 : 0, at)
  at = message.writeUInt16BE(mapped.length, at)
  for (const [i, value] of mapped.entries()) {
    at = message.writeInt32BE(value === null ? -1 : (lengths[i] ?? 0), at)
    if (typeof value === 'string') at += message.write(value, at)
    else if (value !== null) at += value.copy(message, at)
  }
  // One format for all columns: text.
  message.writeInt16BE(0, message.writeInt16BE(1, at))
  return message
}
