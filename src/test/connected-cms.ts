import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { getIntegration } from '#areas/integrations/operations/get-integration.ts'
import { listDeliveries } from '#areas/integrations/operations/list-deliveries.ts'
import { setConnectorSecret } from '#areas/integrations/operations/set-connector-secret.ts'
import { setContentMode } from '#areas/integrations/operations/set-content-mode.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { jobs } from '#catalog/jobs.ts'

import { sharedParts } from './shared-parts.ts'
import { stage } from './stage.ts'

const confirmed = { confirm: true }

type Site = {
  given: {
    provider: 'wordpress' | 'ghost' | 'webhook'
    settings: Record<string, string>
    secret: Record<string, string>
  }
}

/** An organization whose content goes to this service, and short names for what tests do with it. */
export async function connectedCms({ given }: Site) {
  const on = await stage({ debounceMs: 0 })
  const { outbound } = await sharedParts()
  const inPerson = { ...confirmed, ...on.inPerson({ elevated: true }) }
  const { integration } = await on.call(setConnectorSecret, given, inPerson)
  await on.call(setContentMode, { mode: given.provider }, confirmed)
  const runner = on.jobRunner(jobs, { fetch: outbound.fetch })
  return {
    on,
    inPerson,
    integrationId: integration.id as `int_${string}`,
    /** Runs the job of a call as a worker would. */
    run: (jobId: string | null) => on.runJob(runner, jobId ?? ''),
    /** The same on another node: of what the first one knows it has what the database says. */
    runElsewhere: (jobId: string | null) => on.runJob(on.jobRunner(jobs, { fetch: outbound.fetch }), jobId ?? ''),
    /** Runs everything that waits. */
    work: () => on.work({ fetch: outbound.fetch }),
    /** A draft. */
    item: async (title: string, collectionId = 'articles') =>
      (await on.call(createItem, { collectionId, title, content: `Text of ${title}.` })).item.id,
    publish: async (id: string) => (await on.call(publishItem, { id }, confirmed)).jobId,
    unpublish: async (id: string) => (await on.call(unpublishItem, { id }, confirmed)).jobId,
    edit: async (id: string, changes: object) => (await on.call(updateItem, { id, ...changes }, confirmed)).jobId,
    look: async (id: string) => (await on.call(getItem, { id })).item,
    state: async () => (await on.call(getIntegration, { id: integration.id })).integration.state,
    deliveries: async () => (await on.call(listDeliveries, { kind: 'cms' })).items,
    /** What waits for its time is due now. */
    hurry: () =>
      on.rows(async ({ db }) => {
        await db
          .updateTable('delivery')
          .set({ next_attempt_at: new Date() })
          .where('next_attempt_at', 'is not', null)
          .execute()
        await db
          .updateTable('item_copy')
          .set({ held_until: new Date(0) })
          .where('holder', 'is not', null)
          .execute()
      }),
  }
}
