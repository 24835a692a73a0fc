import type { Access, Actor } from './access.ts'
import type { Rehearsal, WaitingCall } from './approval.ts'
import type { BrandChanged } from './brand.ts'
import type { Browser } from './browser.ts'
import type { ContentChange, DeliveryRef } from './change.ts'
import type { Checks } from './checks.ts'
import type { Connectors } from './connector.ts'
import type { Reader, Writer } from './database.ts'
import type { Refusal } from './errors.ts'
import type { Files } from './files.ts'
import type { CheckUrl, SafeFetch } from './http.ts'
import type { JobId, RequestId } from './ids.ts'
import type { DecodeImage } from './images.ts'
import type { Start } from './job.ts'
import type { Log } from './log.ts'
import type { Mail } from './mail.ts'
import type { Models } from './model.ts'
import type { Notice } from './notice.ts'
import type { Render } from './render.ts'
import type { Risk } from './risk.ts'
import type { Sealing } from './sealing.ts'
import type { Shown } from './shown.ts'
import type { ConfiguredWebhooks } from './webhook.ts'
import type { ZoneChanged } from './zone-changed.ts'

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
  sealing: Sealing
  /** The addresses that the installation's own settings name. */
  webhooks: ConfiguredWebhooks
  connectors: Connectors
  models: Models
  checks: Checks
  brandChanged: BrandChanged
  zoneChanged: ZoneChanged
}

/** What an operation that `startsJob` has. */
type Starts = {
  /** Starts a job when the transaction commits, and never without it. */
  start: Start
}

type Writes = Starts & {
  db: Writer
  /** Notifies the websites of the organization: a delivery commits with the change. */
  announce(change: ContentChange): Promise<readonly DeliveryRef[]>
  /** Notifies them of items that show what this call changed of another record: committed with it, told by a job. */
  shownChanged(shown: Shown): Promise<void>
  /** Queues a notice by the route that the organization has chosen for its event. */
  notify(notice: Notice): Promise<void>
  /** Tells the open pages of the organization at once what leaves no record, when this commits (audit.md#presence-is-told). */
  tellPages(): void
  /** The job that carries what was announced to copies elsewhere; null: there is none. */
  carriedBy(): JobId | null
}

/**
 * The context of a handler follows from its risk: a `read` has no way to write, and its transaction is read-only; a read
 * that starts a job (`J`) can do that and nothing else.
 */
export type Ctx<R extends Risk, J extends boolean = false> = Always &
  (R extends 'read' ? { db: Reader } & (J extends true ? Starts : unknown) : Writes)

/**
 * The context of `prepare`: work that takes time, outside the transaction; each query in a short one of its own. `fetch`
 * reaches the outside: only an operation that `reachesOut` may use it to change something there, and not in a rehearsal.
 */
export type PrepareCtx = Always & {
  render: Render
  fetch: SafeFetch
  /** Refuses an address for what its text shows, as `fetch` would. */
  checkUrl: CheckUrl
  /** The organization's files. */
  files: Files
  images: DecodeImage
  browser: Browser
  /** A rehearsal: nothing may be changed, here or outside (calls.md#dry-runs). */
  isRehearsal: boolean
  signal: AbortSignal | undefined
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>
  /** The same for `work` that sends one statement, in one message with the BEGIN and COMMIT of its transaction. */
  readOnce<T>(work: (db: Reader) => Promise<T>): Promise<T>
  /**
   * What holds whatever becomes of the call, in a short transaction of its own: a service refuses its credential, or is about to be
   * told something (calls.md#prepare-notes-what-holds). Not in a rehearsal.
   */
  note<T>(work: (inside: Pick<Writes, 'db' | 'notify'>) => Promise<T>): Promise<T>
  /** What the log calls a call: the title of its operation, or of what its input chose; undefined if the catalog no longer has it. */
  titleOfCall(call: Pick<WaitingCall, 'operation' | 'input'>): string | undefined
  /** What a waiting call of an agent would do right now. Throws what it would be refused for. */
  rehearse(call: WaitingCall): Promise<Rehearsal>
  /**
   * Why the caller could not make a waiting call in person, or undefined if they could (approvals.md#approvers-could-do-it).
   * `asAgent`: what it would do as the agent's; undefined where that would be refused. `isAsAsked`: no record has changed
   * since, so that none asks for another scope by now.
   */
  objectionInPerson(
    call: WaitingCall,
    how: { asAgent: Pick<Rehearsal, 'effect' | 'bound'> | undefined; isAsAsked: boolean },
  ): Promise<Refusal | undefined>
}
