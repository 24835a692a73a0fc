import type { Ended } from './tracer.ts'

const kinds = { internal: 1, server: 2, client: 3, consumer: 5 } as const
const failed = 2

/** The body of a request to `/v1/traces`: OTLP 1.x as JSON. */
export function otlpOf(spans: readonly Ended[], { service, version }: { service: string; version: string }): string {
  const resource = { 'service.name': service, 'service.version': version, 'process.pid': process.pid }
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'masthead', version }, spans: spans.map(spanOf) }],
      },
    ],
  })
}

function spanOf({ traceId, spanId, parentId, name, kind, beganAt, endedAt, attributes, fault }: Ended) {
  return {
    traceId,
    spanId,
    ...(parentId === undefined ? {} : { parentSpanId: parentId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(beganAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributesOf(fault === undefined ? attributes : { ...attributes, 'error.type': fault }),
    ...(fault === undefined ? {} : { status: { code: failed } }),
  }
}

function attributesOf(attributes: Ended['attributes']) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }))
}

function valueOf(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value.slice(0, 1000) }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

// A number has no room for nanoseconds since 1970: microseconds, and three zeros.
function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1000)}000`
}
