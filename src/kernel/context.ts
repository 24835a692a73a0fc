import type { Access, Actor } from './access.ts'
import type { Reader, Writer } from './database.ts'
import type { EventName, Payload } from './event.ts'
import type { RequestId } from './ids.ts'
import type { Log } from './log.ts'
import type { Mail } from './mail.ts'
import type { Render } from './render.ts'
import type { Risk } from './risk.ts'

/** What every handler has. */
type Always = {
  actor: Actor
  access: Access
  now: Date
  requestId: RequestId
  /** Public address of the installation, without a trailing slash. */
  baseUrl: string
  log: Log
  mail: Mail
}

type Writes = { db: Writer; after<E extends EventName>(event: E, payload: Payload<E>): void }

/** The context of a handler follows from its risk: a `read` has no way to write, and its transaction is read only. */
export type Ctx<R extends Risk> = Always & (R extends 'read' ? { db: Reader } : Writes)

/** The context of `prepare`: work that takes time, outside the transaction; each query in a short one of its own. */
export type PrepareCtx = Always & { render: Render; read<T>(work: (db: Reader) => Promise<T>): Promise<T> }
