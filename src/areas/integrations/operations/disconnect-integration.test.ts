import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { disconnectIntegration } from '#areas/integrations/operations/disconnect-integration.ts'
import { getIntegration } from '#areas/integrations/operations/get-integration.ts'
import { setContentMode } from '#areas/integrations/operations/set-content-mode.ts'
import { updateIntegrationSettings } from '#areas/integrations/operations/update-integration-settings.ts'
import { getOrganization } from '#areas/organizations/operations/get-organization.ts'
import type { Writer } from '#kernel/database.ts'
import { newId } from '#kernel/ids.ts'
import { connectWordpress } from '#test/sample-connections.ts'
import { stage } from '#test/stage.ts'

const confirm = { confirm: true }
const codeOf = (error: unknown) => (error as { code?: string }).code

test('a service that is disconnected while content is switched to it is not where content goes', async ({ skip }) => {
  const on = await stage()
  if (on.database.backend.kind !== 'postgres') skip('one session: nothing runs at the same time')
  const id = await connectWordpress(on)
  const deliveryId = await newWaiting(on, id)

  // Begun outside the transaction that holds the delivery, so that each has one of its own.
  const held = Promise.withResolvers<void>()
  const halfway = Promise.withResolvers<void>()
  const disconnecting = held.promise.then(() => on.call(disconnectIntegration, { id }, confirm))
  const switching = halfway.promise.then(() => on.call(setContentMode, { mode: 'wordpress' }, confirm))
  const switched = switching.then(() => 'switched', codeOf)
  await on.rows(async ({ db }) => {
    await db.selectFrom('delivery').select('id').where('id', '=', deliveryId).forUpdate().execute()
    held.resolve()
    await waiting(db, 1)
    // It has looked at the mode and waits for the delivery.
    halfway.resolve()
    await Promise.race([switched, waiting(db, 2)])
  })

  expect(await disconnecting).toMatchObject({ state: 'disconnected', endedDeliveries: 1 })
  expect(await switched).toBe('not_connected')
  expect((await on.call(getOrganization, {})).contentMode).toBe('headless')
})

test('settings that were made for a former credential do not go with a new one', async ({ skip }) => {
  const on = await stage()
  if (on.database.backend.kind !== 'postgres') skip('one session: nothing runs at the same time')
  const id = await connectWordpress(on)
  const { siteUrl } = (await on.call(getIntegration, { id })).integration.settings

  const replaced = Promise.withResolvers<void>()
  const changing = replaced.promise.then(() =>
    on.call(updateIntegrationSettings, { id, settings: { siteUrl } }, confirm).then(() => 'changed', codeOf),
  )
  await on.rows(async ({ db }) => {
    const settings = JSON.stringify({ siteUrl: 'https://other.example.com' })
    const values = { settings, secret_set_at: new Date(Date.now() + 1000), version: sql<number>`version + 1` }
    await db.updateTable('integration').set(values).where('id', '=', id).execute()
    replaced.resolve()
    await waiting(db, 1)
  })

  expect(await changing).toBe('version_conflict')
  expect((await on.call(getIntegration, { id })).integration.settings).toEqual({ siteUrl: 'https://other.example.com' })
})

/** A push that waits, of nothing. */
async function newWaiting(on: Awaited<ReturnType<typeof stage>>, integrationId: string): Promise<string> {
  const id = newId('delivery')
  const values = { id, kind: 'cms', endpoint: integrationId, url: 'https://www.example.com/', reason: 'updated' } as const
  await on.rows(({ db }) =>
    db
      .insertInto('delivery')
      .values({ ...values, integration_id: integrationId, subjects: [], body: '', state: 'queued' })
      .execute(),
  )
  return id
}

/** Resolves when so many connections wait for this transaction, directly or for one that does. */
async function waiting(db: Writer, count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ found: number }>`
      with recursive chain as (
        select pg_backend_pid() as pid
        union
        select l.pid from pg_locks l join chain c on c.pid = any(pg_blocking_pids(l.pid)) where not l.granted)
      select count(*)::int - 1 as found from chain`.execute(db)
    if ((rows[0]?.found ?? 0) >= count) return
  }
}
