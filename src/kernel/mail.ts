import type { Reader } from './database.ts'

/** A mail in plain text. */
export type Message = { to: string; subject: string; text: string }

/** Mail of the installation (identity.md 2.1). */
export type Mail = {
  /** Whether a mail server is set. Without one, links are shown once in the web application instead. */
  readonly isConfigured: boolean
  /** Queues a message in the open transaction: it is sent after the commit, and never without it. */
  queue(db: Reader, message: Message): Promise<void>
}

/** Where no mail server is set nothing is sent. */
export const noMail: Mail = { isConfigured: false, queue: async () => {} }
