import type { Mail, Message } from '#kernel/mail.ts'

/** A mail server whose messages are read instead of being sent. It also has those that were rolled back: check the database. */
export function mailbox(): Mail & { messages: Message[] } {
  const messages: Message[] = []
  return { isConfigured: true, messages, queue: async (_db, message) => void messages.push(message) }
}
