import { sql } from 'kysely'

import { askedAs, askerNow } from '#kernel/asked.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { Mail, Message } from '#kernel/mail.ts'
import type { Place, Sealing } from '#kernel/sealing.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { claimMails, type ClaimedMail, giveBack, removeMail } from './queue.ts'
import { type Smtp, SmtpFault } from './smtp.ts'

export type Mailer = Mail & {
  wake(): void
  /** Sends what is due now, and waits for it. */
  sendDue(): Promise<void>
  /** Starts looking for mail that is due. */
  start(): void
  stop(): Promise<void>
}

type Parts = {
  database: Pick<TenantDatabase, 'asIdentity'>
  sealing: Sealing
  smtp: Smtp
  log: Log
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const lookEvery = 20 * second
const atOnce = 5
const stopWithin = 5 * second

/**
 * Mail by SMTP. A message is sealed into `auth.mail` within the transaction of its cause and sent after the commit, by the node
 * that claims it first; a refused one is tried again for a day. If a node dies between sending it and removing the row, it is
 * sent again, under the same Message-ID.
 */
export function createMailer(parts: Parts): Mailer {
  const { sealing } = parts
  const sending = new SendingRound(parts)
  const round = {
    run: () => askedAs({ party: 'installation', rank: 'due' }, () => sending.run()),
    stop: () => sending.stop(),
  }
  let queuedAt = -Infinity
  let timer: NodeJS.Timeout | undefined

  return {
    isConfigured: true,
    async queue(db, message, { most = null } = {}) {
      const id = newId('mail')
      const sealed = sealing.encrypt(JSON.stringify(message), placeOf(id))
      const { party } = askerNow()
      const { rows } = await sql<{ queued: boolean }>`
        select auth.queue_mail(${id}, ${sealed}, ${party}, ${most}::integer) as queued`.execute(db)
      if (rows[0]?.queued !== true) throw tooMany(most)
      queuedAt = performance.now()
    },
    wake() {
      // It is not known which commit it was: for a while, any of them may be that of the queued message.
      if (timer !== undefined && performance.now() - queuedAt < lookEvery) void round.run()
    },
    sendDue: () => round.run(),
    start() {
      timer = setInterval(() => void round.run(), lookEvery)
      timer.unref()
      void round.run()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
      return round.stop()
    },
  }
}

function tooMany(most: number | null): Refusal {
  const message = `${most} mails of this organization wait to be sent already. Nothing was changed. Try again later.`
  return new Refusal('rate_limited', message, undefined, { retryAfter: 60 })
}

/** Sends all that is due, one round at a time: who asks for one during a round gets another one after it. */
class SendingRound {
  readonly #parts: Parts
  readonly #ending = new AbortController()
  #running: Promise<void> | undefined
  #again = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  run(): Promise<void> {
    if (this.#running !== undefined) {
      this.#again = true
      return this.#running
    }
    this.#running = this.#sendAll()
      .catch((error: unknown) => this.#parts.log.error({ err: error }, 'mail queue failed'))
      .finally(() => {
        this.#running = undefined
        if (this.#again) void this.run()
      })
    return this.#running
  }

  async stop(): Promise<void> {
    this.#again = false
    const late = setTimeout(() => this.#ending.abort(), stopWithin)
    await this.#running
    clearTimeout(late)
    this.#ending.abort()
  }

  async #sendAll(): Promise<void> {
    this.#again = false
    while (!this.#ending.signal.aborted) {
      const claimed = await this.#parts.database.asIdentity((db) => claimMails(db, atOnce))
      if (claimed.length === 0) return
      await Promise.all(claimed.map((mail) => sendOne(this.#parts, mail, this.#ending.signal)))
    }
  }
}

async function sendOne(parts: Parts, mail: ClaimedMail, ending: AbortSignal): Promise<void> {
  const { database, sealing, smtp, log } = parts
  const fields = { mailId: mail.id, attempt: mail.attempts }
  try {
    const message = JSON.parse(sealing.decrypt(mail.sealed, placeOf(mail.id)).reveal()) as Message
    if (message.to !== null) await smtp.send({ ...message, to: message.to, id: mail.id, date: mail.createdAt }, ending)
    await database.asIdentity((db) => removeMail(db, mail))
    if (message.to !== null) log.info(fields, 'mail sent')
  } catch (error) {
    // When the process ends, the row stays claimed for a while; then another node, or the next start, takes it.
    if (!ending.aborted) await postpone(parts, mail, error)
  }
}

async function postpone({ database, log }: Parts, mail: ClaimedMail, error: unknown): Promise<void> {
  const code = error instanceof SmtpFault ? error.code : error instanceof Error ? error.name : 'unknown'
  const fields = { mailId: mail.id, attempt: mail.attempts, code }
  if (mail.ageMs >= day) {
    log.error(fields, 'mail given up')
    await database.asIdentity((db) => removeMail(db, mail))
    return
  }
  log.warn(fields, 'mail not sent yet')
  await database.asIdentity((db) => giveBack(db, mail, { afterMs: pauseAfter(mail.attempts), code }))
}

/** A minute after the first failure, twice as long after each one, an hour at most. In ms. */
function pauseAfter(attempts: number): number {
  return Math.min(hour, minute * 2 ** Math.min(attempts - 1, 10))
}

function placeOf(id: string): Place {
  return { organization: null, table: 'mail', row: id, column: 'sealed' }
}
