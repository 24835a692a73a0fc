import { sql } from 'kysely'

import { roles } from '#kernel/scope.ts'

// What rotation made of a key is the same caller: the call ends with the last of them.
const keysEnded = sql<boolean>`(
  with recursive same as (
    select k.id, k.revoked_at, k.expires_at from auth.api_keys k where k.id = call_approval.principal
    union all
    select k.id, k.revoked_at, k.expires_at from same join auth.api_keys k on k.rotated_from = same.id
  ) select coalesce(bool_and(same.revoked_at is not null or same.expires_at <= now()), false) from same)`

const grantEnded = sql<boolean>`exists (
  select from auth.oauth_grants g where g.id = call_approval.caller -> 'actor' ->> 'credentialId'
    and (g.revoked_at is not null or g.expires_at <= now()))`

const memberGone = sql<boolean>`not exists (
  select from auth.memberships m where m.organization_id = app.org() and m.user_id = call_approval.user_id)`

/**
 * Whether the caller of a row of `call_approval` is gone for good, whichever way its key, grant or membership ended
 * (approvals.md#calls-end-with-their-caller). A key that is switched off can come back, and its calls wait.
 */
export const callerEnded = sql<boolean>`(${memberGone} or ${grantEnded} or ${keysEnded})`

const ranked = sql`array[${sql.join(roles)}]::text[]`

/** Whether the person who approved a row of `call_approval` has left or has a lower role since (approvals.md#approvals-end-with-the-right). */
export const approverEnded = sql<boolean>`(not exists (
  select from auth.memberships m where m.organization_id = app.org() and m.user_id = call_approval.decided_by
    and array_position(${ranked}, m.role)
      <= array_position(${ranked}, coalesce(call_approval.caller ->> 'decidedAs', call_approval.role))))`

/**
 * Whether the policy of the organization, as it is now, still lets a row of `call_approval` wait (approvals.md#policy-changes-empty-the-inbox).
 * Calls that asked before their reasons were kept wait on.
 */
export const isNeeded = sql<boolean>`(call_approval.caller -> 'waitsUnder' is null or exists (
  select from auth.organizations o
  where o.id = app.org() and call_approval.caller -> 'waitsUnder' ?| o.approval_risks))`

/** Whether a call that waits, or was decided and not repeated, is over: its time is up, or its caller is gone. */
export const isOver = sql<boolean>`(call_approval.expires_at <= now() or ${callerEnded})`
