import { sql } from 'kysely'

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
 * sent once more, under the same Message-ID.
 */
export function createMailer({ database, sealing, smtp, log }: Parts): Mailer {
  const ending = new AbortController()
  let queuedAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false

  function run(): Promise<void> {
    if (running !== undefined) {
      again = true
      return running
    }
    running = sendAll()
      .catch((error: unknown) => log.error({ err: error }, 'mail queue failed'))
      .finally(() => {
        running = undefined
        if (again) void run()
      })
    return running
  }

  async function sendAll(): Promise<void> {
    again = false
    while (!ending.signal.aborted) {
      const claimed = await database.asIdentity((db) => claimMails(db, atOnce))
      if (claimed.length === 0) return
      await Promise.all(claimed.map(sendOne))
    }
  }

  async function sendOne(mail: ClaimedMail): Promise<void> {
    const fields = { mailId: mail.id, attempt: mail.attempts }
    try {
      const message = JSON.parse(sealing.decrypt(mail.sealed, placeOf(mail.id)).reveal()) as Message
      if (message.to !== null)
        await smtp.send({ ...message, to: message.to, id: mail.id, date: mail.createdAt }, ending.signal)
      await database.asIdentity((db) => removeMail(db, mail))
      if (message.to !== null) log.info(fields, 'mail sent')
    } catch (error) {
      // When the process ends, the row stays claimed for a while; then another node, or the next start, takes it.
      if (!ending.signal.aborted) await postpone(mail, error)
    }
  }

  async function postpone(mail: ClaimedMail, error: unknown): Promise<void> {
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

  return {
    isConfigured: true,
    async queue(db, message) {
      const id = newId('mail')
      const sealed = sealing.encrypt(JSON.stringify(message), placeOf(id))
      await sql`select auth.queue_mail(${id}, ${sealed})`.execute(db)
      queuedAt = performance.now()
    },
    wake() {
      // Which commit it was is not known: for a while, any of them may be that of the queued message.
      if (timer !== undefined && performance.now() - queuedAt < lookEvery) void run()
    },
    sendDue: run,
    start() {
      timer = setInterval(run, lookEvery)
      timer.unref()
      void run()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      again = false
      const late = setTimeout(() => ending.abort(), stopWithin)
      await running
      clearTimeout(late)
      ending.abort()
    },
  }
}

/** A minute after the first failure, twice as long after each one, an hour at most. In ms. */
function pauseAfter(attempts: number): number {
  return Math.min(hour, minute * 2 ** Math.min(attempts - 1, 10))
}

function placeOf(id: string): Place {
  return { organization: null, table: 'mail', row: id, column: 'sealed' }
}
