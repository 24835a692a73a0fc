import type { Uploads } from '#kernel/cms-connector.ts'
import type { JobCtx } from '#kernel/job.ts'

import { requireHeld } from './copy-rows.ts'
import { type Attempt, copyOfAttempt } from './push-attempt.ts'

/** What was uploaded to the service of an integration, by checksum. `keep` throws `LostCopy` where it is another site by now. */
export function uploadsOf(ctx: JobCtx, attempt: Attempt): Uploads {
  const integrationId = attempt.integration.id
  return {
    find: (checksum: string) =>
      ctx.read(async (db) => {
        const row = await db
          .selectFrom('integration_upload')
          .select('external_ref')
          .where('integration_id', '=', integrationId)
          .where('checksum', '=', checksum)
          .executeTakeFirst()
        return row?.external_ref
      }),
    keep: (checksum: string, externalRef: string) =>
      ctx.write(async ({ db }) => {
        await requireHeld(db, copyOfAttempt(attempt))
        await db
          .insertInto('integration_upload')
          .values({ integration_id: integrationId, checksum, external_ref: externalRef })
          .onConflict((conflict) =>
            conflict
              .columns(['organization_id', 'integration_id', 'checksum'])
              .doUpdateSet({ external_ref: externalRef }),
          )
          .execute()
      }),
  }
}
