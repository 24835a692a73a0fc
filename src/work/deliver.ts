import { setTimeout as pause } from 'node:timers/promises'

import {
  type Claimed,
  claimDeliveries,
  findHeld,
  findSignedTarget,
  giveBack,
  markDelivery,
  markUnconnected,
  type Pace,
  reclaimLost,
  redirectDelivery,
  sendMessage,
  usualPace,
} from '#areas/integrations/index.ts'
import { askedAs } from '#kernel/asked.ts'
import type { Writer } from '#kernel/database.ts'
import type { SafeFetch } from '#kernel/http.ts'
import type { Log } from '#kernel/log.ts'
import { type Mail, noMail } from '#kernel/mail.ts'
import { notifyNobody, type Notify } from '#kernel/notify.ts'
import type { Sealing } from '#kernel/sealing.ts'
import { noTracing, type RootSpan, type Tracing } from '#kernel/span.ts'
import type { ConfiguredWebhooks } from '#kernel/webhook.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { startedBySystem } from './started-by-system.ts'

export type DeliveryParts = {
  database: TenantDatabase
  fetch: SafeFetch
  sealing: Sealing
  webhooks: ConfiguredWebhooks
  mail?: Mail
  notify?: Notify
  baseUrl: () => string
  log: Log
  pace?: Pace
  tracing?: Tracing
}

export type Deliveries = {
  /** Takes what is due and there is room for, and begins to send it. `wake` is called when one of them has ended. */
  round(stopping: AbortSignal, wake: () => void): Promise<'more' | 'idle'>
  /** Waits two seconds for what is under way, and gives the rest back. */
  stop(): Promise<void>
}

/** A delivery with its message, and where it goes. */
type Found = {
  row: NonNullable<Awaited<ReturnType<typeof findHeld>>>
  target: Awaited<ReturnType<typeof findSignedTarget>>
  messageId: string
}

const stopWithinMs = 2000
const slowAfterMs = 1000

/**
 * Sends websites the messages that wait for them (integrations.md#messages-commit-with-changes). A delivery is claimed for a
 * while, sent outside any transaction, and marked only by the worker that claimed it last: if one dies in between,
 * another sends it again, under the same id.
 */
export function createDeliveries(parts: DeliveryParts): Deliveries {
  const { database, log, pace = usualPace, tracing = noTracing } = parts
  const running = new Map<Claimed, { begun: number; end: Promise<void> }>()

  async function round(stopping: AbortSignal, wake: () => void): Promise<'more' | 'idle'> {
    const { limit, healthyOnly } = room()
    if (stopping.aborted || limit <= 0) return 'idle'
    const claimedAt = performance.now()
    const claimed = await database.asSystem(async (db) => {
      await reclaimLost(db)
      return claimDeliveries(db, pace, { limit, healthyOnly })
    })
    for (const one of claimed) {
      const end = tracing
        .trace({ name: 'deliver', kind: 'consumer' }, (root) =>
          deliver({ ...parts, pace }, { claimed: one, claimedAt, root }),
        )
        .catch((error: unknown) => log.error({ deliveryId: one.id, err: error }, 'delivery could not be handled'))
        .finally(() => {
          running.delete(one)
          wake()
        })
      running.set(one, { begun: performance.now(), end })
    }
    return claimed.length > 0 ? 'more' : 'idle'
  }

  // An address that hangs gives its slot back after a second, and others are sent to meanwhile. Only when very many hang at
  // once are deliveries limited to those that answered last time.
  function room(): { limit: number; healthyOnly: boolean } {
    const now = performance.now()
    const slow = [...running.values()].filter(({ begun }) => now - begun > slowAfterMs).length
    const limit = Math.min(pace.slots - (running.size - slow), pace.slots + pace.slowSlots - running.size)
    return { limit, healthyOnly: slow >= pace.slowSlots / 2 }
  }

  return {
    round,
    async stop() {
      await Promise.race([
        Promise.all([...running.values()].map(({ end }) => end)),
        pause(stopWithinMs, undefined, { ref: false }),
      ])
      const left = [...running.keys()]
      if (left.length > 0) await database.asSystem((db) => giveBack(db, left))
    },
  }
}

type Paced = DeliveryParts & { pace: Pace }
/** `claimedAt` on the clock of `performance`. */
type Due = { claimed: Claimed; claimedAt: number; root: RootSpan | undefined }

async function deliver(parts: Paced, due: Due): Promise<void> {
  const { database, webhooks, sealing } = parts
  const { claimed, root } = due
  const { organizationId } = claimed
  const { row, target } = await database.forOrganization({ organizationId }, 'read', async ({ db }) => ({
    row: await findHeld(db, claimed),
    target: await findSignedTarget(db, { organizationId, webhooks, sealing }),
  }))
  if (row === undefined || row.message_id === null) return
  root?.set({ 'masthead.delivery_id': claimed.id })
  const requestId = row.request_id ?? undefined
  if (requestId !== undefined) root?.concerns(requestId)
  const { message_id: messageId } = row
  await askedAs({ requestId }, () => send(parts, due, { row, target, messageId }))
}

async function send(parts: Paced, { claimed, claimedAt }: Due, { row, target, messageId }: Found): Promise<void> {
  const { database, fetch, baseUrl, log, mail = noMail, notify = notifyNobody, pace } = parts
  const { organizationId, id: deliveryId } = claimed
  const change = <T>(work: (db: Writer) => Promise<T>) =>
    database.forOrganization({ organizationId }, 'write', ({ db }) => work(db))
  if (target === undefined) return change((db) => markUnconnected(db, claimed))
  if (target.endpoint !== row.endpoint) return change((db) => redirectDelivery(db, claimed, target))

  const { body } = row
  const { timeoutMs, leaseMs } = pace
  // A worker that has been slow could still be sending when another one has claimed the delivery: it lets go of it.
  if (performance.now() - claimedAt + timeoutMs > leaseMs) return
  const { outcome, latencyMs } = await sendMessage(fetch, { target, messageId, body, now: new Date(), timeoutMs })
  const state = await change((db) =>
    markDelivery(db, claimed, outcome, {
      mail,
      baseUrl: baseUrl(),
      pace,
      notify: (notice) => notify(db, notice, { start: startedBySystem(db) }),
    }),
  )
  if (outcome.error !== null) mail.wake?.()
  const fields = { deliveryId, messageId, attempt: row.attempts, status: outcome.status, latencyMs, state }
  log.info(fields, 'delivery attempted')
}
