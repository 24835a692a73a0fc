import { beforeAll, expect, test } from 'vitest'

import { itemChecks } from '#areas/checks/index.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { listEditRequests } from '#areas/content/operations/list-edit-requests.ts'
import { updateEditRequest } from '#areas/content/operations/update-edit-request.ts'
import { newId } from '#kernel/ids.ts'
import { silentLog } from '#kernel/log.ts'
import { noMail } from '#kernel/mail.ts'
import { policyVersion } from '#platform/render/policy-version.ts'
import { newImage } from '#test/pictures.ts'
import { newEditRequest } from '#test/sample-records.ts'
import { ownDatabase, testFiles } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { keepHouse } from './housekeeping.ts'
import { lookAhead } from './look-ahead.ts'
import { mediaRemovals } from './media-removals.ts'
import { renderAgain } from './render-again.ts'

// Housekeeping is done for all organizations.
beforeAll(async () => void (await ownDatabase()))

const daysAgo = (n: number) => new Date(Date.now() - n * 24 * 3600_000)

test('a task that fails keeps none of the others from their turn', async () => {
  const [on, gone] = [await stage(), await stage()]
  const { database } = on
  await addOldJob(on)
  await database.asIdentity((db) =>
    db
      .updateTable('auth.organizations')
      .set({ deleted_at: daysAgo(1) })
      .where('id', '=', gone.access.organization.id)
      .execute(),
  )
  const failed: unknown[] = []
  const fail = () => Promise.reject(new Error('away'))

  await keepHouse({
    database,
    files: { ...testFiles(), tidy: fail },
    mail: { ...noMail, isConfigured: true },
    checks: itemChecks,
    render: on.render,
    baseUrl: () => {
      throw new Error('no address')
    },
    log: { ...silentLog, error: ({ task }) => void failed.push(task) },
  })

  expect(failed).toEqual(['warnings of expiry', 'unfinished files'])
  // At night this begins the nightly work as well.
  const old = on.rows(({ db }) => db.selectFrom('job').select('id').where('kind', '=', 'sample').execute())
  expect(await old).toEqual([])
  expect(await gone.rows(({ db }) => db.selectFrom('collection').select('id').execute())).toEqual([])
})

test('a body that an older policy sanitised is rendered again', async () => {
  const on = await stage()
  const { item } = await on.call(createItem, {
    collectionId: 'articles' as never,
    title: 'Ink',
    content: 'New **words**.',
  })
  const older = { content_html: '<p onclick="x()">Old</p>', policy_version: policyVersion - 1 }
  await on.rows(({ db }) => db.updateTable('item_body').set(older).execute())
  const parts = { database: on.database, render: on.render, baseUrl: () => 'https://masthead.test', log: silentLog }

  await renderAgain(parts, on.access.organization.id, () => false)

  const select = ['content_html', 'policy_version'] as const
  expect(await on.rows(({ db }) => db.selectFrom('item_body').select(select).execute())).toEqual([
    { content_html: expect.stringContaining('<p>New <strong>words</strong>.</p>'), policy_version: policyVersion },
  ])
  expect((await on.call(getItem, { id: item.id })).item.updatedAt).not.toBe(item.updatedAt)
})

async function addOldJob({ rows, access }: Awaited<ReturnType<typeof stage>>): Promise<void> {
  await rows(({ db }) =>
    db
      .insertInto('job')
      .values({
        id: newId('job'),
        kind: 'sample',
        state: 'succeeded',
        scope: 'content:read',
        input: '{}',
        actor: JSON.stringify(access.actor),
        user_id: access.actor.userId,
        request_id: newId('request'),
        finished_at: daysAgo(91),
      })
      .execute(),
  )
}

test('an edit request that was closed 91 days ago is gone after a round, and one of 89 days is not', async () => {
  const on = await stage()
  const [old, later] = [await newEditRequest(on), await newEditRequest(on)]
  for (const [id, days] of [
    [old, 91],
    [later, 89],
  ] as const) {
    await on.call(updateEditRequest, { id, state: 'closed' })
    await on.rows(({ db }) =>
      db
        .updateTable('edit_request')
        .set({ ended_at: daysAgo(days) })
        .where('id', '=', id)
        .execute(),
    )
  }

  await keepHouse({
    database: on.database,
    files: testFiles(),
    mail: noMail,
    checks: itemChecks,
    render: on.render,
    baseUrl: () => 'https://masthead.test',
    log: silentLog,
  })

  expect((await on.call(listEditRequests, {})).items.map(({ id }) => id)).toEqual([later])
})

test('raw bytes of a finished upload go in the next round, of every organization', async () => {
  const on = await stage()
  const { id } = await newImage(on)
  const key = `${on.access.organization.id}/uploads/${id}/bytes`
  const removals = mediaRemovals({ database: on.database, files: on.files, log: silentLog })
  expect(await on.files.head(key)).toBeDefined()
  expect((await lookAhead(on.database, { removals: removals.next })()).removals).toBeLessThanOrEqual(0)

  await removals.round(new AbortController().signal, () => {})

  expect(await on.files.head(key)).toBeUndefined()
  expect((await lookAhead(on.database, { removals: removals.next })()).removals).toBeGreaterThan(0)
})
