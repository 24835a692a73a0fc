import type { Answer } from '#catalog/run/answer.ts'

import { type Exchange, metaKey } from './protocol.ts'

/** What a result says besides its content. */
export function metaOfResult({ era, requestId, access: { rate }, serverInfo }: Exchange): Record<string, unknown> {
  return {
    'masthead/requestId': requestId,
    'masthead/rateLimit': {
      limit: rate.limit,
      remaining: rate.remaining,
      resetSeconds: Math.ceil(rate.resetMs / 1000),
    },
    ...(era === 'modern' ? { [metaKey.serverInfo]: serverInfo } : {}),
  }
}

/** A complete result, in the form of the era. */
export function completeResult(exchange: Exchange, content: Record<string, unknown>, meta = metaOfResult(exchange)) {
  return { ...(exchange.era === 'modern' ? { resultType: 'complete' } : {}), ...content, _meta: meta }
}

/**
 * The JSON of a tool's result: for a success the very bytes that `/v2` answers as `result`, as structured content and as text;
 * for a refusal the error object as the one text (mcp.md#refused-calls-are-results).
 */
export function callResult(exchange: Exchange, answer: Answer): string {
  const start = exchange.era === 'modern' ? '{"resultType":"complete",' : '{'
  if (answer.status !== 200) {
    const meta = { ...metaOfResult(exchange), ...replayedMeta(answer), ...retryMeta(answer) }
    return `${start}"content":[{"type":"text","text":${JSON.stringify(answer.body)}}],"isError":true,"_meta":${JSON.stringify(meta)}}`
  }
  const { result, dryRun } = partsOf(answer.body)
  const meta = {
    ...metaOfResult(exchange),
    ...replayedMeta(answer),
    ...(dryRun ? { 'masthead/dryRun': true } : {}),
    ...(answer.contentRevision === undefined ? {} : { 'masthead/contentRevision': answer.contentRevision }),
  }
  return `${start}"content":[{"type":"text","text":${JSON.stringify(result)}}],"structuredContent":${result},"_meta":${JSON.stringify(meta)}}`
}

const mark = ',"result":'
const dryRunEnd = ',"dryRun":true}'

/** The bytes of `result` in the body of a success: neither the name nor the id before it contains a quote. */
export function partsOf(body: string): { result: string; dryRun: boolean } {
  const from = body.indexOf(mark) + mark.length
  // A result is an object: without the mark of a rehearsal, the body ends with two braces.
  const dryRun = body.endsWith(dryRunEnd)
  return { result: body.slice(from, dryRun ? -dryRunEnd.length : -1), dryRun }
}

/** What a result says of a call that was done before. */
export function replayedMeta({ replayed }: Answer): Record<string, unknown> {
  return replayed ? { 'masthead/idempotentReplayed': true } : {}
}

function retryMeta({ retryAfter }: Answer): Record<string, unknown> {
  return retryAfter === undefined ? {} : { 'masthead/retryAfter': retryAfter }
}
