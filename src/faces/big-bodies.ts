import { callerNow } from '#kernel/asked.ts'
import { Refusal } from '#kernel/errors.ts'
import { createTurns, type NoTurn } from '#kernel/turns.ts'

/** Above so many bytes a body takes the event loop for milliseconds. */
const bigBytes = 64 * 1024
/** How many bodies of one party may wait with their bytes. */
const waiting = 16
const patienceMs = 8000

const turns = createTurns({ size: 1, waiting, patienceMs, refuse: noTurn })

/**
 * Reads the bytes of a body: big ones one at a time, each party in its turn, and after each the event loop is everybody's for as
 * long as it took, with what the call did of it before its first pause (turns.md#big-bodies-take-turns). `party`: the organization, where one is known. Errors: 429 `rate_limited` for
 * the seventeenth that waits, 503 `unavailable` after 8 s.
 */
export async function readInTurn<T>(bytes: Buffer, party: string | undefined, read: () => T): Promise<T> {
  if (bytes.length <= bigBytes) return read()
  const end = await turns.begin(callerNow(party))
  const began = performance.now()
  try {
    return read()
  } finally {
    // What follows at once, such as the check of the input, takes the loop as well.
    setImmediate(() => setTimeout(end, performance.now() - began))
  }
}

function noTurn(why: NoTurn): Refusal {
  const message = 'Too many large bodies wait to be read. Send them one after the other.'
  return new Refusal(why === 'full' ? 'rate_limited' : 'unavailable', message, undefined, { retryAfter: 1 })
}
