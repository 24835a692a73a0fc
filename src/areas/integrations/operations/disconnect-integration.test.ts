import { expect, test } from 'vitest'

import { disconnectIntegration } from '#areas/integrations/operations/disconnect-integration.ts'
import { getIntegration } from '#areas/integrations/operations/get-integration.ts'
import { setContentMode } from '#areas/integrations/operations/set-content-mode.ts'
import { updateIntegrationSettings } from '#areas/integrations/operations/update-integration-settings.ts'
import { getOrganization } from '#areas/organizations/operations/get-organization.ts'
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
  await on.database.asOwner(async (connection) => {
    await connection.send('begin')
    await connection.query('select from app.delivery where id = $1 for update', [deliveryId])
    held.resolve()
    await waiting(connection, 1)
    // It has looked at the mode and waits for the delivery.
    halfway.resolve()
    await Promise.race([switched, waiting(connection, 2)])
    await connection.send('rollback')
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
  await on.database.asOwner(async (connection) => {
    await connection.send('begin')
    await connection.query(
      `update app.integration set settings = $2, secret_set_at = now() + interval '1 s', version = version + 1 where id = $1`,
      [id, JSON.stringify({ siteUrl: 'https://other.example.com' })],
    )
    replaced.resolve()
    await waiting(connection, 1)
    await connection.send('commit')
  })

  expect(await changing).toBe('version_conflict')
  expect((await on.call(getIntegration, { id })).integration.settings).toEqual({ siteUrl: 'https://other.example.com' })
})

/** A push that waits, of nothing. */
async function newWaiting(on: Awaited<ReturnType<typeof stage>>, integrationId: string): Promise<string> {
  const id = newId('delivery')
  const values = {
    id,
    kind: 'cms',
    endpoint: integrationId,
    url: 'https://www.example.com/',
    reason: 'updated',
  } as const
  await on.rows(({ db }) =>
    db
      .insertInto('delivery')
      .values({ ...values, integration_id: integrationId, subjects: [], body: '', state: 'queued' })
      .execute(),
  )
  return id
}

type Owner = Parameters<Parameters<Awaited<ReturnType<typeof stage>>['database']['asOwner']>[0]>[0]

/** Resolves when so many connections wait for this one, directly or for one that does. */
async function waiting(connection: Owner, count: number): Promise<void> {
  for (;;) {
    const { rows } = await connection.query<{ found: number }>(`
      with recursive chain as (
        select pg_backend_pid() as pid
        union
        select l.pid from pg_locks l join chain c on c.pid = any(pg_blocking_pids(l.pid)) where not l.granted)
      select count(*)::int - 1 as found from chain`)
    if ((rows[0]?.found ?? 0) >= count) return
  }
}
