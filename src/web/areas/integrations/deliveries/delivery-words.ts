import type { OutputOf } from '#web/operations.ts'
import { fieldWords } from '#web/parts/field-words.ts'
import type { Tone } from '#web/parts/status.tsx'

type Delivery = OutputOf<'listDeliveries'>['items'][number]

export const deliveryWords: Record<Delivery['state'], { tone: Tone; words: string }> = {
  queued: { tone: 'info', words: 'Waits' },
  delivering: { tone: 'info', words: 'Under way' },
  succeeded: { tone: 'ok', words: 'Received' },
  failed: { tone: 'warn', words: 'Tried again soon' },
  exhausted: { tone: 'bad', words: 'Given up' },
}

export const kindWords: Record<Delivery['kind'], string> = {
  revalidation: 'Website',
  cms: 'Copy',
  chat: 'Chat',
  indexnow: 'Search engines',
}

/** What a delivery is about, in words. */
export const aboutWords = ({ reason }: Pick<Delivery, 'reason'>): string => reasons[reason] ?? fieldWords(reason)

const reasons: Readonly<Record<string, string>> = {
  published: 'Went live',
  updated: 'Changed',
  unpublished: 'Taken down',
  deleted: 'Deleted',
  consolidated: 'Merged',
  slug_changed: 'Has another address',
  redirect_changed: 'Redirects changed',
  test: 'Test message',
  submitIndexNow: 'Sent by a person or an agent',
  jobDone: 'A job is done',
  auditRegression: 'An error came back',
  asvDrop: 'AI answers name you less',
  deliveryFailed: 'A delivery was given up',
  authExpired: 'A credential is refused',
  invite: 'Somebody was invited',
}
