import { type CallHeads, callRequest } from '#web/call-request.ts'
import { keyOfRead, takeEarlyRead } from '#web/early.ts'
import type { Ask, Gate } from '#web/gate.ts'
import { OperationError } from '#web/operation-error.ts'
import type { InputOf, OperationName, OutputOf } from '#web/operations.ts'
import { createStore, type Store } from '#web/store.ts'
import { send } from '#web/transport.ts'

export type CallOptions = CallHeads & {
  /** A read has no effect and may be repeated without a key. */
  read?: true
  signal?: AbortSignal
}

type Answer<N extends OperationName> = { operation: N; requestId: string; result: OutputOf<N> }

export type Client = {
  call<N extends OperationName>(name: N, input: InputOf<N>, options?: CallOptions): Promise<Answer<N>>
  /** Seconds that a call waits for a busy server, otherwise null. */
  waiting: Store<number | null>
}

/**
 * The typed client of `POST /app/operations/<name>`. Where the session ended or the password is needed again, it asks at the
 * gate and repeats the call. Reads and calls with a key are repeated when the failure is temporary.
 */
export function createClient(gate: Gate): Client {
  const waiting = createStore<number | null>(null)

  async function call<N extends OperationName>(
    name: N,
    input: InputOf<N>,
    options: CallOptions = {},
  ): Promise<Answer<N>> {
    const { signal, organizationId } = options
    const isRepeatable = Boolean(options.read ?? options.idempotencyKey ?? options.dryRun)
    const { address, ...question } = callRequest(name, input, options)
    const early = options.read && organizationId ? takeEarlyRead(keyOfRead(organizationId, name, input)) : undefined
    const asked = new Set<Ask>()
    for (let attempt = 1; ; attempt++) {
      const passed = gate.passed()
      try {
        return trusted<N>(
          await send('POST', address, { ...question, signal, early: attempt === 1 ? early : undefined }),
        )
      } catch (error) {
        if (!(error instanceof OperationError)) throw error
        const what = askedBy(error)
        // The refusal of a call that was on its way while the person signed in says nothing about the new session.
        if (what && gate.passed() > passed) continue
        if (what && !asked.has(what) && asked.add(what) && (await gate.ask(what))) continue
        const seconds = error.retryAfter ?? 2 ** (attempt - 1)
        if (!isRepeatable || !error.isPassing || attempt > 3 || seconds > longestWait) throw error
        await pause(seconds, waiting, signal)
      }
    }
  }

  return { call, waiting }
}

const longestWait = 20

// The server checks every result against the schema that the type is derived from.
function trusted<N extends OperationName>(answer: unknown): Answer<N> {
  return answer as Answer<N>
}

function askedBy({ code }: OperationError): Ask | undefined {
  if (code === 'unauthenticated') return 'sign-in'
  return code === 'elevation_required' ? 'elevation' : undefined
}

async function pause(seconds: number, waiting: Store<number | null>, signal: AbortSignal | undefined): Promise<void> {
  waiting.set(seconds)
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  }).finally(() => waiting.set(null))
}
