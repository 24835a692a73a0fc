import type { Counters } from './counters.ts'

/**
 * Answers `{ ask: 'counters' }` of the process that started this one over the channel that it opened for that (`fork`). Without
 * such a channel nobody can ask: there is no address for it (operating.md#counters-are-for-the-parent).
 */
export function answerParent(counters: () => Counters): void {
  if (process.send === undefined) return
  process.on('message', (message) => {
    if (isAsked(message)) process.send?.({ counters: counters() }, undefined, {}, ignoreGone)
  })
  // The channel keeps nothing running.
  process.channel?.unref()
}

function isAsked(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'ask' in message && message.ask === 'counters'
}

// A parent that is gone needs no answer.
function ignoreGone(): void {}
