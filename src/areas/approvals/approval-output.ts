import { z } from 'zod'

import type { Access } from '#kernel/access.ts'
import type { AskedAbout } from '#kernel/approval.ts'
import { maskCredentialsIn } from '#kernel/credential-text.ts'
import { publishingWarning } from '#kernel/publishing-warning.ts'
import { risks } from '#kernel/risk.ts'
import { answered, id, iso, jsonObject, timestamp, title } from '#kernel/schema.ts'
import { roles, scopes } from '#kernel/scope.ts'
import { oneLine, truncate } from '#std/text.ts'

import { approvalStates, type ApprovalRow } from './approvals.ts'
import { seenAs } from './bound-records.ts'
import { type Looked, objectionTo } from './may-decide.ts'

/** A record as the call would leave it; of an item the text as it will be, its diff and its warnings. */
const shownRecord = z.object({
  type: z.string(),
  id: z.string(),
  title: z.string().nullable(),
  change: z.enum(['created', 'changed', 'removed']),
  before: jsonObject().nullable(),
  after: jsonObject().nullable(),
  text: z
    .object({
      content: z.string(),
      diff: z.string(),
      base: z.object({
        kind: z.enum(['person', 'live', 'none']),
        revision: z.int().nullable(),
        at: timestamp().nullable(),
      }),
      warnings: z.array(publishingWarning),
    })
    .optional(),
})

/** A call that waits for a person. `untrusted` contains what the agent sent and what a rehearsal said about it. */
export const approvalOutput = z.object({
  id: id('approval'),
  state: z.enum(approvalStates),
  operation: z.string(),
  title: title(400).describe('What was asked for: the operation in words, and what it is about'),
  about: z
    .object({ type: z.string(), id: z.string(), title: z.string().optional() })
    .optional()
    .describe('The record that the call is about, with its title when it was asked for'),
  risk: z.enum(risks),
  isPublic: z.boolean().describe('Whether it changes what is public, or will be on its date'),
  scopes: z.array(z.enum(scopes)),
  role: z.enum(roles),
  actorUserId: id('user'),
  clientName: z.string().nullable(),
  credentialId: z.string().optional().describe('The key or connection that asked'),
  keyLast4: z.string().optional().describe('Of an API key: how its secret ends'),
  requestId: id('request'),
  createdAt: timestamp(),
  expiresAt: timestamp(),
  mayDecide: z.boolean(),
  mayWithdraw: z.boolean().describe('Whether you may take its approval back, by declineCall: until the call runs'),
  whyNot: z.string().optional().describe('Why you could not do it in person, although role and scopes are enough'),
  decidedBy: id('user').nullable(),
  decidedAt: timestamp().nullable(),
  reason: z.string().nullable(),
  usedRequestId: id('request').nullable(),
  callerEnded: z.boolean().describe('It is over because the key, connection or membership that asked has ended'),
  version: z.int(),
  seen: z.string().describe('Identifies what is shown: with it, approveCall refuses if that has changed'),
  changedSince: z
    .array(z.object({ type: z.string(), id: z.string(), from: z.int().nullable(), to: z.int().nullable() }))
    .describe('Why an earlier approval of the same call did not hold; type effect: a text of it, by its pointer'),
  wouldFailWith: z.string().optional().describe('What the call would be refused for right now'),
  untrusted: z.object({
    source: z.string(),
    fetchedAt: timestamp(),
    input: jsonObject(),
    effect: jsonObject(),
    records: z.array(shownRecord).describe('What people decide on: each record before and after'),
  }),
})

/** A row as every answer shows it, with what was found when it was looked at right now. */
export function describeApproval(row: ApprovalRow, access: Access, found: Looked = {}): z.input<typeof approvalOutput> {
  const { effect, bound, records } = found.rehearsal ?? row
  const isAble = objectionTo(row, access, found) === undefined
  return answered(approvalOutput, {
    id: row.id,
    state: row.state,
    operation: row.operation,
    title: titleOf(found.doing ?? wordsIn(row.operation), row.caller.about, records),
    ...(row.caller.about === undefined ? {} : { about: row.caller.about }),
    risk: row.risk,
    isPublic: row.is_public,
    scopes: row.scopes,
    role: row.role,
    actorUserId: row.user_id,
    clientName: row.client_name,
    ...(row.caller.actor?.credentialId === undefined ? {} : { credentialId: row.caller.actor.credentialId }),
    ...(row.key_last4 === null ? {} : { keyLast4: row.key_last4 }),
    requestId: row.request_id,
    createdAt: iso(row.created_at),
    expiresAt: iso(row.expires_at),
    mayDecide: row.state === 'pending' && isAble,
    mayWithdraw: row.state === 'approved' && isAble,
    ...(found.objection === undefined ? {} : { whyNot: found.objection.message }),
    decidedBy: row.decided_by,
    decidedAt: iso(row.decided_at),
    reason: row.reason,
    usedRequestId: row.used_request_id,
    callerEnded: row.state === 'expired' && row.ended_early,
    version: row.version,
    seen: seenAs({ bound, effect }),
    changedSince: row.changed_since,
    ...(found.refusal === undefined ? {} : { wouldFailWith: found.refusal.code }),
    untrusted: {
      source: row.client_name ?? row.user_id,
      fetchedAt: iso(row.created_at),
      input: masked(shown(row.input)),
      effect: shown(effect),
      records,
    },
  })
}

/** "Publish an item: Tides" */
function titleOf(words: string, about: AskedAbout | undefined, records: ApprovalRow['records']): string {
  const first = about?.title ?? records.find((record) => record.title !== null)?.title ?? undefined
  const more = records.length > 1 ? ` and ${records.length - 1} more` : ''
  return truncate(oneLine(first === undefined ? words : `${words}: ${first}${more}`), 400)
}

/** What is left of an operation that the catalog no longer has. */
const wordsIn = (operation: string): string => operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

// The call itself is kept as it is, because it is rehearsed again; the records show texts as they would be stored.
function masked(input: Record<string, unknown>): Record<string, unknown> {
  return maskCredentialsIn(input) as Record<string, unknown>
}

const shownBytes = 64 * 1024

// What is too long to read in a list is named only; the records show the texts.
function shown(value: Record<string, unknown>): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(value)) <= shownBytes) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      Buffer.byteLength(JSON.stringify(field) ?? '') <= 2000 ? field : '(too long to show)',
    ]),
  )
}
