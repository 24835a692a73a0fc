import { expect } from 'vitest'
import { z } from 'zod'

import { listening, textOf } from '#test/listening.ts'

const value = z.record(z.string(), z.unknown()).transform((any) => Object.values(any)[0])
const span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.string(),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: z
    .array(z.object({ key: z.string(), value }))
    .transform((all) => Object.fromEntries(all.map(({ key, value }) => [key, value]))),
})
const body = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
})

export type SeenSpan = z.output<typeof span>

export type CollectorStandIn = {
  url: string
  spans(): SeenSpan[]
  /** The spans of a trace, as soon as they have these names. */
  spansOf(traceId: string | undefined, areThere: (names: string[]) => boolean): Promise<SeenSpan[]>
  bodies(): string[]
  tokens(): unknown[]
  conduct(status: number): void
  close(): Promise<void>
}

/** A collector of traces that takes what has the form of OTLP as JSON, and refuses everything else. */
export async function collectorStandIn(): Promise<CollectorStandIn> {
  const [bodies, tokens, seen]: [string[], unknown[], SeenSpan[]] = [[], [], []]
  let status = 200
  const { url, close } = await listening(async (request, response) => {
    const text = await textOf(request)
    const isOtlp = request.url === '/v1/traces' && request.headers['content-type'] === 'application/json'
    const read = body.safeParse(isOtlp ? JSON.parse(text) : undefined)
    bodies.push(text)
    tokens.push(request.headers['x-token'])
    if (!read.success || status !== 200) return void response.writeHead(read.success ? status : 400).end()
    for (const { scopeSpans } of read.data.resourceSpans) seen.push(...scopeSpans.flatMap(({ spans }) => spans))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const spansOf = (traceId: string | undefined) => seen.filter((one) => one.traceId === traceId)
  return {
    url,
    spans: () => seen,
    async spansOf(traceId, areThere) {
      const names = () => spansOf(traceId).map(({ name }) => name)
      await expect.poll(() => areThere(names()), { timeout: 30_000 }).toBe(true)
      return spansOf(traceId)
    },
    bodies: () => bodies,
    tokens: () => tokens,
    conduct: (next) => void (status = next),
    close,
  }
}
