/** What is said about a stretch of work: never content, never secrets. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** Who did it: us for a caller, us for ourselves, us as a caller, a worker. */
export type SpanKind = 'server' | 'internal' | 'client' | 'consumer'

export type Begin = { name: string; kind?: SpanKind; attributes?: Attributes }

/** A stretch of work in a trace (operating.md#traces-are-ours). */
export type Span = {
  /** A stretch of work within this one. */
  begin(begun: Begin): Span
  set(attributes: Attributes): void
  /** Ends it; a second time changes nothing. With a fault, it failed. */
  end(fault?: unknown): void
  /** Its trace is part of the one that a `traceparent` names (W3C Trace Context); anything else is ignored. */
  continues(traceparent: unknown): void
}

/** The first span of a trace. */
export type RootSpan = Span & {
  rename(name: string): void
  /** The request that it is about. Without a caller's trace, its id is also that of the trace. */
  concerns(requestId: string): void
  /** 32 hexadecimal digits, as far as is known yet. */
  traceId(): string
}

/** Begins traces, where anybody looks at them. */
export type Tracing = {
  /** Does some work as a trace; what it begins is traced, too. Undefined: nobody looks. */
  trace<T>(begun: Begin, work: (root: RootSpan | undefined) => Promise<T>): Promise<T>
}

export const noTracing: Tracing = { trace: (_begun, work) => work(undefined) }
