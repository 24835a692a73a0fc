import { sql } from 'kysely'
import { z } from 'zod'

import { isPublic } from '#areas/collections/index.ts'
import { getIntegrationRow, lockIntegration } from '#areas/integrations/connections/integration-rows.ts'
import { requireUsable } from '#areas/integrations/connections/open-connection.ts'
import { endWaitingDeliveries, insertPushes, markPending } from '#areas/integrations/copies/copy-deliveries.ts'
import { pushAll } from '#areas/integrations/copies/push-all.ts'
import { contentModes, contentSwitch, lockSettings, saveContentMode } from '#areas/organizations/index.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { IntegrationId, JobId } from '#kernel/ids.ts'
import { job, type JobCtx } from '#kernel/job.ts'
import { id } from '#kernel/schema.ts'

const slice = 500

/**
 * Pushes every published item to a CMS, and switches the content mode as its last step: until then the Content API goes on
 * answering. Items that fail do not hold it back; a connection that is refused or ended meanwhile does.
 */
export const migrateContent = job({
  name: contentSwitch,
  title: 'Move articles to another system',
  queue: 'bulk',
  scope: 'integrations:write',
  input: z.object({ mode: z.enum(contentModes).exclude(['headless']), integrationId: id('integration') }),

  async work(ctx, { mode, integrationId }) {
    await writePushes(ctx, integrationId)
    const { nextInMs, results } = await pushAll(ctx, { toMode: mode })
    await requireConnection(ctx, integrationId)
    if (nextInMs !== undefined) return { goOnInMs: (await leaveBehind(ctx)) ? 0 : nextInMs }
    const isSwitched = await ctx.write(async ({ db }) => {
      await lockSettings(db)
      if ((await writeLate(db, { jobId: ctx.jobId, integrationId })) > 0) return false
      requireUsable(await lockIntegration(db, integrationId))
      await saveContentMode(db, mode)
      return true
    })
    if (!isSwitched) return { goOnInMs: 0 }
    const failed = results.filter(({ ok }) => !ok)
    const result = { mode, pushed: results.length - failed.length, failed: failed.slice(0, 100) }
    return { result, state: failed.length === 0 ? 'succeeded' : 'partial' }
  },
})

async function writePushes(ctx: JobCtx, integrationId: string): Promise<void> {
  let after = ''
  for (let part = 0; ; part++) {
    const last = await ctx.once(`pushes ${part}`, async ({ db }) => {
      const rows = await db
        .selectFrom('item')
        .select('id')
        .where(isPublic('item'))
        .where('id', '>', after)
        .orderBy('id')
        .limit(slice)
        .execute()
      const itemIds = rows.map((row) => row.id)
      const integration = await getIntegrationRow(db, integrationId)
      const pushes = itemIds.map((itemId) => ({ itemId, reason: 'published' as const }))
      await insertPushes(db, { integration, jobId: ctx.jobId, pushes })
      await markPending(db, itemIds)
      return itemIds.at(-1) ?? null
    })
    if (last === null) return
    after = last
  }
}

/** How often an item is tried that the service does not take, while it takes others. */
const triesOfSwitch = 3

/** Goes on without the items that still fail, where all that is left are such and the service took others. Returns whether it does. */
async function leaveBehind(ctx: JobCtx): Promise<boolean> {
  const { left, failing, taken } = await ctx.read((db) =>
    db
      .selectFrom('delivery')
      .select(sql<number>`count(*) filter (where finished_at is null)::int`.as('left'))
      .select(
        sql<number>`count(*) filter (where finished_at is null and state = 'failed' and tries >= ${triesOfSwitch}
          and error ->> 'code' = 'upstream_failed')::int`.as('failing'),
      )
      .select(sql<number>`count(*) filter (where state = 'succeeded')::int`.as('taken'))
      .where('job_id', '=', ctx.jobId)
      .executeTakeFirstOrThrow(),
  )
  if (taken === 0 || failing < left) return false
  const message = `The service did not take it in ${triesOfSwitch} tries, and the mode was switched without it.`
  await ctx.write(({ db }) => endWaitingDeliveries(db, { jobId: ctx.jobId }, { code: 'upstream_failed', message }))
  return true
}

/** An item that changes all the time holds the switch back so often at most. */
const mostPushes = 3

/**
 * Pushes again what was published or changed while the others were on their way, and takes off what the public sees no longer.
 * Returns how many.
 */
async function writeLate(
  db: Writer,
  { jobId, integrationId }: { jobId: JobId; integrationId: IntegrationId },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select i.id from app.item i
    where case when ${isPublic('i')}
        then not exists (select from app.delivery d where d.job_id = ${jobId} and d.item_id = i.id and d.created_at >= i.updated_at)
        else exists (select from app.delivery d join app.item_copy c
          on c.organization_id = d.organization_id and c.item_id = d.item_id and c.integration_id = d.integration_id
          where d.job_id = ${jobId} and d.item_id = i.id and c.live) end
      and (select count(*) from app.delivery d where d.job_id = ${jobId} and d.item_id = i.id) < ${mostPushes}
    order by i.id limit ${slice}`.execute(db)
  if (rows.length === 0) return 0
  const itemIds = rows.map(({ id: itemId }) => itemId)
  const integration = await getIntegrationRow(db, integrationId)
  const pushes = itemIds.map((itemId) => ({ itemId, reason: 'updated' as const }))
  await insertPushes(db, { integration, jobId, pushes })
  await markPending(db, itemIds)
  return itemIds.length
}

/** Ends a switch to what refuses its credential, or was disconnected meanwhile. One that lacks a target is waited for. */
async function requireConnection(ctx: JobCtx, integrationId: string): Promise<void> {
  const row = await ctx.read((db) => getIntegrationRow(db, integrationId))
  if (row.state !== 'auth_expired' && row.state !== 'disconnected') return
  const [code, why] =
    row.state === 'auth_expired'
      ? (['auth_expired', 'refuses the stored credential'] as const)
      : (['not_connected', 'was disconnected'] as const)
  const message = `${row.display_name} ${why}.`
  await ctx.write(({ db }) => endWaitingDeliveries(db, { jobId: ctx.jobId }, { code, message }))
  throw new Refusal(code, `${message} The content mode was not changed.`)
}
