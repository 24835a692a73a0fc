import { randomBytes } from 'node:crypto'

import { askedAs } from '#kernel/asked.ts'
import { Refusal } from '#kernel/errors.ts'
import { bitsOfId, isId } from '#kernel/ids.ts'
import type { Attributes, Begin, RootSpan, Span, Tracing } from '#kernel/span.ts'
import { endedBy } from '#kernel/traced.ts'

/** A span that has ended. Times are in ms since 1970. */
export type Ended = {
  traceId: string
  spanId: string
  parentId: string | undefined
  name: string
  kind: NonNullable<Begin['kind']>
  beganAt: number
  endedAt: number
  attributes: Attributes
  /** What kind of fault ended it: a code or the name of an error, never its words. */
  fault: string | undefined
}

type Options = {
  /** Takes in the spans of a trace that has ended. */
  collect: (spans: Ended[]) => void
  /** The share of traces that are kept: 0 to 1. */
  share: number
}

/** What all spans of a trace share: its id is settled when the first one ends. */
type Shared = { traceId: string; callerSpan: string | undefined; isWanted: boolean | undefined; ended: Unplaced[] }
type Unplaced = Omit<Ended, 'traceId'>

/** A call of very many statements shows its first ones. */
const mostSpans = 1000

/** Makes traces, and hands those over that are to be kept (operating.md#traces-are-ours). */
export function createTracer({ collect, share }: Options): Tracing {
  return {
    trace(begun, work) {
      const shared: Shared = { traceId: hex(16), callerSpan: undefined, isWanted: undefined, ended: [] }
      const root = rootSpan(shared, begun, () => {
        const { traceId, callerSpan, isWanted, ended } = shared
        if (isWanted ?? isKept(traceId, share))
          collect(ended.map((span) => ({ ...span, traceId, parentId: span.parentId ?? callerSpan })))
      })
      return askedAs({ span: root }, () => endedBy(root, () => work(root)))
    },
  }
}

function rootSpan(shared: Shared, begun: Begin, onEnd: () => void): RootSpan {
  const { span, rename } = spanOf(shared, begun, { parentId: undefined, onEnd })
  return {
    ...span,
    rename,
    concerns(requestId) {
      span.set({ 'masthead.request_id': requestId })
      if (shared.callerSpan === undefined && isId('request', requestId)) shared.traceId = bitsOfId(requestId)
    },
    traceId: () => shared.traceId,
  }
}

type Place = { parentId: string | undefined; onEnd?: () => void }

function spanOf(
  shared: Shared,
  { name, kind = 'internal', attributes = {} }: Begin,
  { parentId, onEnd }: Place,
): { span: Span; rename(name: string): void } {
  const spanId = hex(8)
  const beganAt = performance.timeOrigin + performance.now()
  let [called, about, hasEnded] = [name, attributes, false]
  const span: Span = {
    begin: (begun) => spanOf(shared, begun, { parentId: spanId }).span,
    set: (more) => {
      about = { ...about, ...more }
    },
    end(error) {
      if (hasEnded) return
      hasEnded = true
      const endedAt = performance.timeOrigin + performance.now()
      if (shared.ended.length < mostSpans || onEnd !== undefined)
        shared.ended.push({
          spanId,
          parentId,
          name: called,
          kind,
          beganAt,
          endedAt,
          attributes: about,
          fault: faultOf(error),
        })
      onEnd?.()
    },
    continues(traceparent) {
      const [, traceId, callerSpan, flags] = form.exec(typeof traceparent === 'string' ? traceparent : '') ?? []
      if (traceId === undefined || callerSpan === undefined || /^0+$/.test(traceId) || /^0+$/.test(callerSpan)) return
      Object.assign(shared, { traceId, callerSpan, isWanted: (Number.parseInt(flags ?? '0', 16) & 1) === 1 })
    },
  }
  return { span, rename: (next) => void (called = next) }
}

const form = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

function faultOf(error: unknown): string | undefined {
  if (error === undefined) return undefined
  if (error instanceof Refusal) return error.code
  return error instanceof Error ? error.name : 'Error'
}

// By the id, so that a call and the jobs that it began are kept together.
function isKept(traceId: string, share: number): boolean {
  return Number.parseInt(traceId.slice(-8), 16) / 0x1_0000_0000 < share
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
