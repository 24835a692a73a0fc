import type { OutputOf } from '#web/operations.ts'
import type { Tone } from '#web/parts/status.tsx'

type Delivery = OutputOf<'listDeliveries'>['items'][number]

export const deliveryWords: Record<Delivery['state'], { tone: Tone; words: string }> = {
  queued: { tone: 'info', words: 'Waits' },
  delivering: { tone: 'info', words: 'Under way' },
  succeeded: { tone: 'ok', words: 'Received' },
  failed: { tone: 'warn', words: 'Tried again soon' },
  exhausted: { tone: 'bad', words: 'Given up' },
}

export const deliveryStates = Object.keys(deliveryWords) as Delivery['state'][]

export const kindWords: Record<Delivery['kind'], string> = {
  revalidation: 'Website',
  cms: 'Copy',
  chat: 'Chat',
  indexnow: 'Search engines',
}
