import { atEndOfCall, callerNow } from '#kernel/asked.ts'
import { Refusal } from '#kernel/errors.ts'
import { type Asker, createTurns, type NoTurn } from '#kernel/turns.ts'

/** Above so many bytes a body takes the event loop for milliseconds. */
const bigBytes = 64 * 1024
/** How many bodies of one party may wait with their bytes, and for how long, in ms. */
const waiting = 16
const patienceMs = 15_000

/** How long a call holds up the next one of its party, in ms: whatever takes longer waits for somebody else. */
const longestCallMs = 10_000

/** Each call with a big body, from then on until it has its answer. */
const calls = createTurns({ size: Infinity, perParty: 1, waiting, patienceMs, refuse: noTurn })
const reading = createTurns({ size: 1, patienceMs, refuse: noTurn })

/**
 * Reads the bytes of a body: big ones one at a time, each party in its turn, and its next one when the call before it has its answer. After each the
 * event loop is everybody's for as long as it took, with what the call did of it before its first pause (turns.md#big-bodies-take-turns).
 * `party`: the organization, where one is known. Errors: 429 `rate_limited` for the seventeenth that waits, 503 `unavailable` after 15 s.
 */
export async function readInTurn<T>(bytes: Buffer, party: string | undefined, read: () => T): Promise<T> {
  if (bytes.length <= bigBytes) return read()
  const asker = callerNow(party)
  await beginCall(asker)
  const end = await reading.begin(asker)
  const began = performance.now()
  try {
    return read()
  } finally {
    // What follows at once, such as the check of the input, takes the loop as well.
    setImmediate(() => setTimeout(end, performance.now() - began))
  }
}

async function beginCall(asker: Asker): Promise<void> {
  const end = await calls.begin(asker)
  const late = setTimeout(end, longestCallMs)
  atEndOfCall(() => {
    clearTimeout(late)
    end()
  })
}

function noTurn(why: NoTurn): Refusal {
  const message = 'Too many large bodies wait to be read. Send them one after the other.'
  return new Refusal(why === 'full' ? 'rate_limited' : 'unavailable', message, undefined, { retryAfter: 5 })
}
