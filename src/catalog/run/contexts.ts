import { announceNothing, type Announce } from '#kernel/change.ts'
import type { Ctx, PrepareCtx } from '#kernel/context.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import type { CheckUrl } from '#kernel/http.ts'
import type { Log } from '#kernel/log.ts'
import { type Mail, noMail } from '#kernel/mail.ts'
import { noSealing, type Sealing } from '#kernel/sealing.ts'
import { type ConfiguredWebhooks, noWebhooks } from '#kernel/webhook.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { type Call, type Step, tenantOf } from './call.ts'
import { outside, type OutsideParts, unreachable } from './outside.ts'
import { startJob } from './start-job.ts'

/** What handlers work with. */
export type ContextParts = OutsideParts & {
  database: TenantDatabase
  /** None: no address is allowed. */
  checkUrl?: CheckUrl
  /** None: nothing can be sealed. */
  sealing?: Sealing
  /** None: the installation's settings name no website. */
  webhooks?: ConfiguredWebhooks
  /** Writes the notifications of a change; none: nobody is told. */
  announce?: Announce
  log: Log
  /** None: nothing is sent. */
  mail?: Mail
  now?: () => Date
}

/** What a handler set going, told once its transaction has committed. `wakes`: a job waits for a worker. */
export type Effects = { wakes: boolean }

export const newEffects = (): Effects => ({ wakes: false })

/** Makes the contexts of `prepare` and of handlers out of the parts of the installation. */
export function createContexts(parts: ContextParts) {
  const { database, mail = noMail, announce = announceNothing } = parts
  const { checkUrl = unreachable, sealing = noSealing, webhooks = noWebhooks } = parts
  const now = parts.now ?? (() => new Date())

  // The type of a handler's context follows from its risk; the object is the same, and the database knows the difference.
  function context(
    call: Call | Step['call'],
    db: Reader,
    effects: Effects = newEffects(),
  ): Ctx<'read', true> & Ctx<'write'> {
    const { access, requestId } = call
    const writer = db as Writer
    return {
      ...always(call),
      db: writer,
      announce: (change) => announce(writer, change, { organizationId: access.organization.id, now: now() }),
      start(job, input) {
        effects.wakes = true
        return startJob(writer, job, { input, access, requestId })
      },
    }
  }

  function prepareContext({ call, envelope }: Step, { isRehearsal = envelope.dryRun } = {}): PrepareCtx {
    return {
      ...always(call),
      ...outside(parts, call.access.organization.id),
      checkUrl,
      isRehearsal,
      signal: call.signal,
      read: (work) => database.forOrganization(tenantOf(call.access), 'read', (tx) => work(tx.db)),
    }
  }

  function always({ access, requestId }: Step['call']) {
    const { log } = parts
    const around = { baseUrl: parts.baseUrl(), log, mail, sealing, webhooks }
    return { actor: access.actor, access, now: now(), requestId, ...around }
  }

  return { context, prepareContext }
}
