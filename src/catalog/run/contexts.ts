import { announceNothing, type Announce } from '#kernel/announce.ts'
import { callerGone } from '#kernel/asked.ts'
import { anyBrand, type BrandChanged } from '#kernel/brand.ts'
import type { Checks } from '#kernel/checks.ts'
import { noConnectors } from '#kernel/connector.ts'
import type { Ctx, PrepareCtx } from '#kernel/context.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import type { JobId } from '#kernel/ids.ts'
import type { Start } from '#kernel/job.ts'
import type { Log } from '#kernel/log.ts'
import { type Mail, noMail } from '#kernel/mail.ts'
import { noModels } from '#kernel/model.ts'
import { notifyNobody, type Notify } from '#kernel/notify.ts'
import { noSealing } from '#kernel/sealing.ts'
import { showNothing, type ShownChanged } from '#kernel/shown-changed.ts'
import { type ConfiguredWebhooks, noWebhooks } from '#kernel/webhook.ts'
import { nothingScheduled, type ZoneChanged } from '#kernel/zone-changed.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { type Step, tenantOf } from './call.ts'
import { outside, type OutsideParts } from './outside.ts'
import { startJob } from './start-job.ts'

/** What handlers work with. */
export type ContextParts = OutsideParts & {
  database: TenantDatabase
  /** None: the installation's settings name no website. */
  webhooks?: ConfiguredWebhooks
  /** Writes the notifications of a change; none: nobody is notified. */
  announce?: Announce
  /** Queues notices for people; none: nobody gets one. */
  notify?: Notify
  /** Learns of every write of an item, and finds what is wrong with it. */
  checks: Checks
  /** Learns of every change to the organization's own brand; none: any is allowed. */
  brandChanged?: BrandChanged
  /** Learns of another time zone; none: nothing is scheduled. */
  zoneChanged?: ZoneChanged
  /** Learns of what items show that another record changed; none: nobody is notified. */
  shownChanged?: ShownChanged
  log: Log
  /** None: nothing is sent. */
  mail?: Mail
  now?: () => Date
}

const defaults = {
  sealing: noSealing,
  connectors: noConnectors,
  models: noModels,
  webhooks: noWebhooks,
  brandChanged: anyBrand,
  zoneChanged: nothingScheduled,
  announce: announceNothing,
  shownChanged: showNothing,
  notify: notifyNobody,
  mail: noMail,
  now: () => new Date(),
}

/** The parts of a runner, with a substitute for each that may be missing. */
export type Equipped<P extends ContextParts = ContextParts> = P & typeof defaults

export function equipped<P extends ContextParts>(parts: P): Equipped<P> {
  return { ...defaults, ...parts }
}

/**
 * What a handler has set in motion, delivered once its transaction has committed. `wakes`: a job waits for a worker. `tells`: open
 * pages show something that leaves no record.
 */
export type Effects = { wakes: boolean; tells: boolean }

export const newEffects = (): Effects => ({ wakes: false, tells: false })

type Asked = Pick<Step, 'call'>

/** So many jobs of an organization may wait or run (turns.md#open-jobs-are-bounded). */
const mostOpenJobs = 1000

/**
 * The context of a handler. Its type follows from the risk of the operation; the object is the same, and the database knows
 * the difference.
 */
export function handlerContext(
  parts: Equipped,
  { call }: Asked,
  { db, effects }: { db: Reader; effects: Effects },
): Ctx<'read', true> & Ctx<'write'> {
  const { access, requestId } = call
  const writer = db as Writer
  const organizationId = access.organization.id
  let carrier: JobId | null = null
  const carriedBy = (jobId: JobId) => void (carrier ??= jobId)
  const startOf =
    (mostOpen?: number): Start =>
    (job, input, options) => {
      effects.wakes = true
      const cause = { actor: access.actor, requestId, ...(mostOpen === undefined ? {} : { mostOpen }) }
      return startJob(writer, job, { input, ...cause, ...options })
    }
  // What follows from a change (messages to websites, notices) is not refused: the change has happened.
  const follow = startOf()
  return {
    ...always(parts, call),
    db: writer,
    announce: (change) =>
      parts.announce(writer, change, { organizationId, now: parts.now(), start: follow, carriedBy }),
    shownChanged: (shown) => parts.shownChanged(writer, shown, { organizationId, checks: parts.checks, start: follow }),
    carriedBy: () => carrier,
    notify: (notice) => parts.notify(writer, notice, { start: follow }),
    tellPages: () => void (effects.tells = true),
    start: startOf(mostOpenJobs),
  }
}

/** The context of `prepare`: each query is a short transaction of its own. */
export function prepareContext(
  parts: Equipped,
  { call, envelope }: Pick<Step, 'call' | 'envelope'>,
  { isRehearsal = envelope.dryRun } = {},
): PrepareCtx {
  // Before the first write every call ends with its caller.
  const signal = call.signal ?? callerGone()
  return {
    ...always(parts, call),
    ...outside(parts, call.access.organization.id, signal),
    isRehearsal,
    signal,
    read: (work) => parts.database.forOrganization(tenantOf(call.access), 'read', (tx) => work(tx.db)),
    readOnce: (work) => parts.database.organizationStatement(tenantOf(call.access), 'read', work),
    note: (work) => {
      if (isRehearsal) throw new Error('a rehearsal notes nothing')
      return parts.database.forOrganization(tenantOf(call.access), 'write', ({ db }) =>
        work(handlerContext(parts, { call }, { db, effects: newEffects() })),
      )
    },
    titleOfCall: () => undefined,
    rehearse: () => Promise.reject(new Error('a rehearsal does not rehearse')),
    objectionInPerson: () => Promise.reject(new Error('a rehearsal does not rehearse')),
  }
}

function always(
  { baseUrl, checks, brandChanged, zoneChanged, connectors, log, mail, models, sealing, webhooks, now }: Equipped,
  { access, requestId }: Step['call'],
) {
  const { actor } = access
  return {
    actor,
    access,
    now: now(),
    requestId,
    baseUrl: baseUrl(),
    checks,
    brandChanged,
    zoneChanged,
    connectors,
    log,
    mail,
    models,
    sealing,
    webhooks,
  }
}
