import type { Reader } from './database.ts'

/** A mail in plain text. `to` null: nobody gets it, but queueing it takes as long, so that an answer reveals nothing. */
export type Message = { to: string | null; subject: string; text: string }

/** Mail of the installation (account.md#without-a-mail-server). */
export type Mail = {
  /** Whether a mail server is set. Without one, links are shown once in the web application instead. */
  readonly isConfigured: boolean
  /**
   * Queues a message in the open transaction: it is sent after the commit, and never without it. `most`: what goes to an address
   * of the caller's choice is refused (`rate_limited`) where so many of the organization wait (turns.md#mail-takes-turns).
   */
  queue(db: Reader, message: Message, options?: { most?: number }): Promise<void>
  /** Called after a commit: what was queued is sent now instead of at the next look. */
  wake?(): void
}

/** Where no mail server is set nothing is sent. */
export const noMail: Mail = { isConfigured: false, queue: async () => {} }
