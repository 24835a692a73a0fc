import type { RecoveryCodeUse } from '#areas/account/index.ts'
import type { AuthDb } from '#kernel/database.ts'
import type { RequestId } from '#kernel/ids.ts'

import { writeRecordAsIdentity } from './run/audit.ts'

/** Records a sign-in with a recovery code (audit.md#credential-events-are-recorded). A sign-in is not a call: no runner does it. */
export function recoveryCodeRecorder(requestId: RequestId) {
  return (db: AuthDb, { userId, organizationId, sessionId, left, at }: RecoveryCodeUse): Promise<void> =>
    writeRecordAsIdentity(db, {
      operation: 'signIn',
      interface: 'app',
      access: {
        actor: { kind: 'user', userId, credentialType: 'session', credentialId: sessionId, clientName: null },
        organization: { id: organizationId },
      },
      requestId,
      clientRequestId: undefined,
      startedAt: at,
      finishedAt: at,
      scope: null,
      risk: 'write',
      effectiveRisk: 'write',
      status: 'succeeded',
      code: null,
      confirmed: false,
      idempotencyKey: undefined,
      replayOf: null,
      occurrences: 1,
      deed: { doing: 'Sign in with a recovery code' },
      object: { type: 'user', id: userId },
      inputSummary: { secondFactor: 'recovery_code' },
      resultSummary: { recoveryCodesLeft: left },
    })
}
