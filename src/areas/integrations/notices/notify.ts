import { sql } from 'kysely'

import { hostOfDeliveries } from '#areas/integrations/connections/integration-output.ts'
import { noticeStates, type IntegrationRow } from '#areas/integrations/connections/integration-rows.ts'
import { inMs, ofRequest } from '#areas/integrations/delivery-rows.ts'
import { sendNotices } from '#areas/integrations/jobs/send-notices.ts'
import { adminAddresses, getSettings } from '#areas/organizations/index.ts'
import type { Writer } from '#kernel/database.ts'
import { newId } from '#kernel/ids.ts'
import type { Mail } from '#kernel/mail.ts'
import type { Notify } from '#kernel/notify.ts'
import { oneLine } from '#std/text.ts'

/**
 * Queues notices by the routes of the organization, in the transaction of their cause: as mails to owners and administrators, or as
 * deliveries to its chats (integrations.md#notices-have-routes).
 */
export function createNotify({ mail }: { mail: Mail }): Notify {
  return async (db, { event, text, notThrough }, { start }) => {
    const route = (await getSettings(db)).notificationRoutes[event]
    if (route === 'none') return
    if (route === 'email') {
      if (!mail.isConfigured) return
      const [subject = ''] = text.split('\n')
      for (const to of await adminAddresses(db))
        await mail.queue(db, { to, subject: oneLine(subject).slice(0, 150), text })
      return
    }
    const chats = await chatsOf(db, { route, text, notThrough })
    if (chats.length === 0) return
    const { jobId } = await start(sendNotices, {})
    const rows = chats.map((chat) => ({
      id: newId('delivery'),
      ...ofRequest(),
      kind: 'chat',
      event: 'chat.message',
      endpoint: chat.id,
      url: `https://${hostOfDeliveries(chat)}/`,
      reason: event,
      subjects: [],
      body: JSON.stringify({ text }),
      integration_id: chat.id,
      job_id: jobId,
      next_attempt_at: inMs(0),
    }))
    await db.insertInto('delivery').values(rows).execute()
  }
}

type Telling = { route: string; text: string; notThrough: string | undefined }

/** The chats of a route that were not told the same within the last ten minutes, and are not about to be. */
function chatsOf(db: Writer, { route, text, notThrough }: Telling): Promise<IntegrationRow[]> {
  return db
    .selectFrom('integration')
    .selectAll()
    .where('kind', '=', 'chat')
    .where('state', 'in', noticeStates)
    .$if(route !== 'chat', (some) => some.where('id', '=', route))
    .$if(notThrough !== undefined, (some) => some.where('id', '<>', notThrough ?? ''))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('delivery')
            .select('delivery.id')
            .whereRef('delivery.integration_id', '=', 'integration.id')
            .where('delivery.kind', '=', 'chat')
            .where('delivery.body', '=', JSON.stringify({ text }))
            .where(({ or, eb }) => or([eb('delivery.finished_at', 'is', null), eb('delivery.state', '=', 'succeeded')]))
            .where('delivery.created_at', '>', sql<Date>`clock_timestamp() - interval '10 minutes'`),
        ),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
