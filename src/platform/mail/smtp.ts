import type * as Nodemailer from 'nodemailer'

import type { Secret } from '#kernel/secret.ts'
import { late, once } from '#std/late.ts'

const nodemailer = late<typeof Nodemailer>('nodemailer')

/** Where mail is sent, and from whom. */
export type MailSettings = {
  /** `smtp://` or `smtps://`, with the account. */
  server: Secret<string>
  /** `Name <address>` or an address. */
  from: string
}

/** One mail: `id` becomes its Message-ID, the same at each attempt, so that a mail sent twice can be recognised. */
export type Letter = { id: string; to: string; subject: string; text: string; date: Date }

export type Smtp = {
  /** Hands a mail to the server. Throws `SmtpFault`. */
  send(letter: Letter, signal: AbortSignal): Promise<void>
  /** Greets the server and signs in, without a mail. Throws `SmtpFault`. */
  greet(): Promise<void>
}

/**
 * Why the server did not take a mail: a word of ours and the server's number (RFC 5321 4.2.3). The server's own text repeats
 * addresses, so it is dropped.
 */
export class SmtpFault extends Error {
  override readonly name = 'SmtpFault'
  readonly code: string

  constructor(error: unknown) {
    const { code, responseCode } = fieldsOf(error)
    const word = typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : 'EUNKNOWN'
    super(`The mail server refused: ${word}${typeof responseCode === 'number' ? ` ${responseCode}` : ''}`)
    this.code = typeof responseCode === 'number' ? `${word} ${responseCode}` : word
  }
}

// A server that hangs does not hold anybody up for long; the lease of a mail is longer than all of these together.
const patience = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** A connection per mail: mails are few, and a restarted server is no problem. */
export function smtpTo({ server, from }: MailSettings): Smtp {
  const transport = once(() =>
    nodemailer().createTransport({ url: server.reveal(), ...patience, socketCloseTimeout: 1000 }),
  )
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, to, subject, text, date }, signal) {
      await transport()
        // As an object, the address is never parsed as a list.
        .sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          date,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal,
        })
        .catch((error: unknown) => {
          throw new SmtpFault(error)
        })
    },
    async greet() {
      await transport()
        .verify()
        .catch((error: unknown) => {
          throw new SmtpFault(error)
        })
    },
  }
}

function fieldsOf(error: unknown): { code?: unknown; responseCode?: unknown } {
  return typeof error === 'object' && error !== null ? error : {}
}
