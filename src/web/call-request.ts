import type { InputOf, OperationName } from '#web/operations.ts'

export type CallHeads = {
  organizationId?: string
  /** Whose page it is: the call is refused where somebody else has signed in to this browser since. */
  userId?: string
  confirm?: true
  dryRun?: true
  idempotencyKey?: string
}

/** The request of one call of `POST /app/operations/<name>`. */
export function callRequest<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  { organizationId, userId, idempotencyKey, confirm, dryRun }: CallHeads,
) {
  return {
    address: `/app/operations/${name}`,
    body: { input, ...(confirm ? { confirm } : {}), ...(dryRun ? { dryRun } : {}) },
    headers: {
      ...(organizationId ? { 'x-organization-id': organizationId } : {}),
      ...(userId ? { 'x-user-id': userId } : {}),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    },
  }
}
