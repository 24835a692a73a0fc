import type { Message } from '#kernel/mail.ts'

/** A mail in plain text: paragraphs, and who it is from. Lines are short, so that no client wraps a link. */
export function letter(to: string | null, subject: string, ...paragraphs: string[]): Message {
  return { to, subject, text: [...paragraphs, '-- \nMasthead\n'].join('\n\n') }
}

/** What to do if one did not ask for this. */
export function notYou(baseUrl: string): string {
  return `If this was not you, change your password at once and sign out\neverywhere. Both are in your account:\n${baseUrl}/account`
}
