import {
  findGrantOwner,
  type GrantEnd,
  type GrantOwner,
  markGrantEnded,
  removePayloadsOfGrant,
} from '#areas/oauth/index.ts'
import { writeRecord } from '#catalog/run/audit.ts'
import type { Actor } from '#kernel/access.ts'
import type { Writer } from '#kernel/database.ts'
import type { OrganizationId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'

import type { OAuthDatabase } from './parts.ts'

/** The audit record of a credential event (audit.md#credential-events-are-recorded). */
export type GrantEvent = {
  operation: 'consent' | 'token' | 'revoke'
  actor: Actor
  organizationId: OrganizationId
  requestId: string
  /** Undefined: it succeeded. */
  code?: string
  input: Record<string, unknown>
  result?: Record<string, unknown>
}

const doings = {
  consent: 'Connect an application',
  token: 'Renew the access of an application',
  revoke: 'Disconnect an application',
} as const

function namedClient({ input, actor }: GrantEvent): { title?: string } {
  const name = input['clientName'] ?? actor.clientName
  return typeof name === 'string' ? { title: name } : {}
}

/** Writes the record of a credential event in the open transaction. */
export async function recordEvent(db: Writer, event: GrantEvent): Promise<void> {
  const now = new Date()
  await writeRecord(db, {
    operation: event.operation,
    interface: event.operation === 'consent' ? 'app' : 'rest',
    access: { actor: event.actor, organization: { id: event.organizationId } },
    requestId: event.requestId,
    clientRequestId: undefined,
    startedAt: now,
    finishedAt: now,
    scope: null,
    risk: null,
    effectiveRisk: null,
    status: event.code === undefined ? 'succeeded' : 'rejected',
    code: event.code ?? null,
    confirmed: false,
    idempotencyKey: undefined,
    replayOf: null,
    occurrences: 1,
    deed: { doing: doings[event.operation] },
    object: { type: 'grant', id: String(event.result?.['grantId'] ?? event.input['clientId']), ...namedClient(event) },
    inputSummary: event.input,
    resultSummary: event.result ?? {},
  })
}

const operationOf = { refresh_reuse: 'token', code_replay: 'token', revoked_by_client: 'revoke' } as const

/**
 * Ends a grant with everything that was issued for it, and records why, in one transaction of its organization. A grant that
 * had ended before, or that Masthead does not know, leaves no record.
 */
export async function endGrant(
  parts: { database: OAuthDatabase; log: Log },
  libraryId: string,
  { reason, requestId }: { reason: GrantEnd; requestId: string },
): Promise<void> {
  const { database } = parts
  const owner = await database.asIdentity((db) => findGrantOwner(db, libraryId))
  if (owner === undefined) return database.asIdentity((db) => removePayloadsOfGrant(db, libraryId))
  const { organizationId } = owner
  await database.forOrganization({ organizationId, credentialId: owner.id }, 'write', async ({ db }) => {
    if (!(await markGrantEnded(db, owner.id, reason))) return
    await recordEvent(db, {
      operation: operationOf[reason],
      actor: clientActor(owner),
      organizationId,
      requestId,
      ...(reason === 'revoked_by_client' ? {} : { code: reason }),
      input: { clientId: owner.clientId },
      result: { grantId: owner.id, ended: reason },
    })
    parts.log.info({ grantId: owner.id, reason, requestId }, 'grant ended')
  })
}

function clientActor(owner: GrantOwner): Actor {
  return {
    kind: 'agent',
    userId: owner.userId,
    credentialType: 'oauth',
    credentialId: owner.id,
    clientName: owner.clientName,
  }
}
