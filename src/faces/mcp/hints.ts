import type { AnyOperation } from '#kernel/operation.ts'

export type Hints = Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>

/** What hosts decide by before they run a tool: all four hints, always (mcp.md#hints-follow-risk). */
export function hintsOf(op: AnyOperation): Hints {
  return {
    readOnlyHint: op.risk === 'read',
    destructiveHint: op.risk === 'destructive',
    idempotentHint: op.risk === 'read' || doesTheSameAgain(op.name) === true,
    openWorldHint: op.risk === 'publish' || op.risk === 'external' || (op.risk === 'destructive' && reachesRemote(op)),
  }
}

// Changes by id, deletions and revocations end alike however often they are called; the others add something each time.
const sameAgain = new Set(
  (
    'answer bulk cancel complete consolidate delete disconnect dismiss mend publish remove replace requestItemReview restore ' +
    'review revoke schedule select set submitItemReview unpublish unschedule update'
  ).split(' '),
)
const moreEachTime = new Set(
  (
    'add capture check create generate import inspect invite push request resend retry revert rewrite send share start submit ' +
    'suggest sync test'
  ).split(' '),
)

/** Whether a second call of a change changes nothing more: by its name, or the verb that begins it. Undefined: undecided. */
export function doesTheSameAgain(name: string): boolean | undefined {
  const verb = name.replace(/[A-Z].*$/, '')
  if (sameAgain.has(name) || sameAgain.has(verb)) return true
  return moreEachTime.has(verb) ? false : undefined
}

// What a removal starts carries it to the connected website; the scope of integrations belongs to what is remote.
function reachesRemote({ startsJob, scope }: AnyOperation): boolean {
  return startsJob === true || scope === 'integrations:write'
}
