import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { exportItems } from '#areas/exchange/operations/export-items.ts'
import { listDeliveries } from '#areas/integrations/operations/list-deliveries.ts'
import { Secret } from '#kernel/secret.ts'
import { stage } from '#test/stage.ts'

/** Jobs of which the first one runs. */
async function fill({ rows, access }: Awaited<ReturnType<typeof stage>>, count: number): Promise<void> {
  await rows(({ db }) =>
    sql`insert into app.job (organization_id, id, kind, state, scope, input, actor, user_id, request_id)
      select ${access.organization.id}, 'job_' || lpad(n::text, 26, '0'), 'sample', case n when 1 then 'running' else 'queued' end,
        'content:read', '{}', ${JSON.stringify(access.actor)}::jsonb, ${access.actor.userId}, 'req_' || lpad(n::text, 26, '0')
      from generate_series(1, ${count}::int) as n`.execute(db),
  )
}

test('a thousand open jobs of an organization are enough, and hold up nobody else', async () => {
  const on = await stage()
  const other = await stage()
  await fill(on, 999)
  await on.call(exportItems, { format: 'jsonl' })

  await expect(on.call(exportItems, { format: 'jsonl' })).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('1,000 jobs'),
  })
  expect(await other.call(exportItems, { format: 'jsonl' })).toMatchObject({ state: 'queued' })

  await on.rows(({ db }) => db.updateTable('job').set({ state: 'canceled' }).where('state', '=', 'running').execute())
  expect(await on.call(exportItems, { format: 'jsonl' })).toMatchObject({ state: 'queued' })
})

test('what follows from a change is told all the same', async () => {
  const url = 'https://website.example/'
  const on = await stage({ webhooks: () => ({ url, secret: new Secret('x'), legacyHeader: null }) })
  await fill(on, 1000)

  await on.call(createItem, { collectionId: 'articles', title: 'Ink', status: 'published' }, { confirm: true })

  expect((await on.call(listDeliveries, {})).items).toMatchObject([{ reason: 'published' }])
})
