import { afterEach, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { startAtNight } from '#areas/integrations/index.ts'
import { nightlyWork } from '#areas/integrations/jobs/nightly-work.ts'
import { disconnectIntegration } from '#areas/integrations/operations/disconnect-integration.ts'
import { getConnectorState } from '#areas/integrations/operations/get-connector-state.ts'
import { getIntegration } from '#areas/integrations/operations/get-integration.ts'
import { listDeliveries } from '#areas/integrations/operations/list-deliveries.ts'
import { listIntegrations } from '#areas/integrations/operations/list-integrations.ts'
import { pushItemToCms } from '#areas/integrations/operations/push-item-to-cms.ts'
import { retryDelivery } from '#areas/integrations/operations/retry-delivery.ts'
import { selectIntegrationTarget } from '#areas/integrations/operations/select-integration-target.ts'
import { setConnectorSecret } from '#areas/integrations/operations/set-connector-secret.ts'
import { setContentMode } from '#areas/integrations/operations/set-content-mode.ts'
import { testIntegration } from '#areas/integrations/operations/test-integration.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { consolidateItems } from '#areas/seo/operations/consolidate-items.ts'
import { jobs } from '#catalog/jobs.ts'
import { newRequestId } from '#catalog/run/call.ts'
import { startJob } from '#catalog/run/start-job.ts'
import { openConnectors } from '#connectors/index.ts'
import type { IntegrationId } from '#kernel/ids.ts'
import { sharedParts } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'
import { openGhost } from '#test/standins/ghost.ts'
import { openShopify } from '#test/standins/shopify.ts'
import { openWebflow } from '#test/standins/webflow.ts'
import { openWordpress } from '#test/standins/wordpress.ts'

const confirmed = { confirm: true }
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** An organization whose content goes to a WordPress on this machine. */
async function connected(options: Parameters<typeof openWordpress>[0] = {}) {
  const site = await openWordpress(options)
  closing.push(site.close)
  const on = await stage({ debounceMs: 0 })
  const { outbound } = await sharedParts()
  const { integration } = await on.call(setConnectorSecret, site.given, {
    ...confirmed,
    ...on.inPerson({ elevated: true }),
  })
  await on.call(setContentMode, { mode: 'wordpress' }, confirmed)
  const runner = on.jobRunner(jobs, { fetch: outbound.fetch })
  /** Runs the job of a call as a worker would. */
  const run = async (jobId: string | null) => on.runJob(runner, jobId ?? '')
  const item = async (title: string, more: Record<string, unknown> = {}) =>
    (await on.call(createItem, { collectionId: 'articles', title, content: `Text of ${title}.`, ...more })).item.id
  const publish = async (id: string) => on.call(publishItem, { id }, confirmed)
  const look = async (id: string) => (await on.call(getItem, { id })).item
  /** What waits for its time is due now. */
  const hurry = () =>
    on.rows(({ db }) =>
      db
        .updateTable('delivery')
        .set({ next_attempt_at: new Date() })
        .where('next_attempt_at', 'is not', null)
        .execute(),
    )
  return { site, on, integration, run, item, publish, look, hurry }
}

test('an item is published there, edited, taken off and removed', async () => {
  const { site, on, run, item, publish, look } = await connected()
  const id = await item('Hello', { seoTitle: 'Hello, search', excerpt: 'Short.' })
  const { jobId, deliveries } = await publish(id)
  expect(deliveries).toHaveLength(1)
  expect(await look(id)).toMatchObject({ externalState: 'pending', status: 'published' })
  await run(jobId)

  const [post] = [...site.posts.values()]
  expect(post).toMatchObject({ title: 'Hello', slug: 'hello', status: 'publish', excerpt: 'Short.' })
  expect(post?.content).toContain('<p>Text of Hello.</p>')
  expect(post?.meta).toMatchObject({ masthead_item_id: id, masthead_seo_title: 'Hello, search' })
  expect(await look(id)).toMatchObject({ externalState: 'synced', externalId: String(post?.id) })
  expect((await on.call(getJob, { jobId: jobId ?? '' })).result).toMatchObject({
    results: [{ id, ok: true, action: 'created', externalId: String(post?.id), metaNotPersisted: [] }],
  })

  expect((await on.call(listDeliveries, { kind: 'cms' })).items).toMatchObject([
    { target: new URL(site.url).host, httpStatus: 201 },
  ])

  await run((await on.call(updateItem, { id, title: 'Hello again' }, confirmed)).jobId)
  expect([...site.posts.values()].map(({ title }) => title)).toEqual(['Hello again'])
  await run((await on.call(unpublishItem, { id }, confirmed)).jobId)
  expect(post?.status).toBe('draft')
  await run((await publish(id)).jobId)
  expect(post?.status).toBe('publish')
  await run((await on.call(deleteItem, { id }, confirmed)).jobId)
  expect(post?.status).toBe('draft')
  await run((await on.call(deleteItem, { id, permanent: true }, confirmed)).jobId)
  expect(post?.status).toBe('trash')
  expect(site.posts.size).toBe(1)
})

test('several edits before the push are one push', async () => {
  const { site, on, run, item, publish } = await connected()
  const id = await item('One')
  const { jobId } = await publish(id)
  const later = await on.call(updateItem, { id, title: 'Two' }, confirmed)
  expect(later.jobId).toBe(jobId)
  await run(jobId)

  expect((await on.call(listDeliveries, { kind: 'cms' })).items).toMatchObject([
    { state: 'succeeded', event: 'item.published', itemId: id, messageId: null },
  ])
  expect([...site.posts.values()].map(({ title }) => title)).toEqual(['Two'])
})

test('a create whose answer was lost is found again, not repeated', async () => {
  for (const meta of [undefined, [] as string[]]) {
    const { site, run, item, publish, look, hurry } = await connected(meta === undefined ? {} : { meta })
    const id = await item('Lost answer')
    site.fail(site.isCreate, 'drop')
    const { jobId } = await publish(id)
    expect(await run(jobId)).toBe('again')
    expect(await look(id)).toMatchObject({ externalState: 'pending' })
    await hurry()
    expect(await run(jobId)).toBe('ended')

    expect(site.posts.size).toBe(1)
    expect(await look(id)).toMatchObject({ externalState: 'synced', publishError: null })
  }
})

test("somebody else's post of the same slug is left alone, and the other slug is said", async () => {
  const { site, on, run, item, publish } = await connected({ meta: [] })
  const [first, second] = [await item('Same', { slug: 'same' }), await item('Same', { slug: 'same-too' })]
  await run((await publish(first)).jobId)
  const other = [...site.posts.values()][0]
  if (other !== undefined) other.slug = 'same-too'
  const { jobId } = await publish(second)
  await run(jobId)

  expect([...site.posts.values()].map(({ slug }) => slug)).toEqual(['same-too', 'same-too-2'])
  expect((await on.call(getJob, { jobId: jobId ?? '' })).result).toMatchObject({
    results: [{ ok: true, metaNotPersisted: ['slug'], externalUrl: 'https://blog.test/same-too-2/' }],
  })
})

test('what was changed there is never written over unless the call says so', async () => {
  const { site, on, run, item, publish, look } = await connected()
  const id = await item('Ours')
  await run((await publish(id)).jobId)
  const post = [...site.posts.values()][0]
  if (post !== undefined) post.title = 'Theirs'
  const { jobId } = await on.call(updateItem, { id, excerpt: 'New.' }, confirmed)
  await run(jobId)

  expect([post?.title, post?.excerpt]).toEqual(['Theirs', ''])
  expect(await look(id)).toMatchObject({ externalState: 'failed', publishError: { code: 'remote_changed' } })
  expect(await on.call(getJob, { jobId: jobId ?? '' })).toMatchObject({ state: 'partial' })

  const forced = await on.call(pushItemToCms, { itemIds: [id], as: 'published', overwriteRemote: true }, confirmed)
  await run(forced.jobId)
  expect([post?.title, post?.excerpt]).toEqual(['Ours', 'New.'])
  expect(await look(id)).toMatchObject({ externalState: 'synced' })
})

test('a push that waits never publishes what was unpublished meanwhile', async () => {
  const { site, on, run, item, publish, look, hurry } = await connected()
  const id = await item('Withdrawn')
  await run((await publish(id)).jobId)
  const asked = await on.call(pushItemToCms, { itemIds: [id], as: 'published', overwriteRemote: true }, confirmed)
  site.fail(() => true, { status: 503, html: true })
  expect(await run(asked.jobId)).toBe('again')
  await run((await on.call(unpublishItem, { id }, confirmed)).jobId)
  await hurry()
  expect(await run(asked.jobId)).toBe('ended')

  expect([...site.posts.values()].map(({ status }) => status)).toEqual(['draft'])
  expect(await look(id)).toMatchObject({ status: 'draft', externalState: 'synced' })
})

test('a draft of what is published is refused: it would take the copy off', async () => {
  const { on, item, publish } = await connected()
  const id = await item('Public')
  await publish(id)

  const pushed = on.call(pushItemToCms, { itemIds: [id], as: 'draft' }, confirmed)

  await expect(pushed).rejects.toMatchObject({ code: 'invalid_transition' })
})

test('a switch that a refused credential ends says so on its articles, and changes no mode', async () => {
  const { site, on, run, item, publish, look } = await connected()
  const id = await item('Waits')
  await run((await publish(id)).jobId)
  await on.call(setContentMode, { mode: 'headless' }, confirmed)
  site.changePassword('another-password-of-the-site')
  await on.call(updateItem, { id, title: 'Waits on' }, confirmed)
  const { jobId } = await on.call(setContentMode, { mode: 'wordpress', migrate: 'push_published' }, confirmed)
  await run(jobId)

  expect(await on.call(getJob, { jobId: jobId ?? '' })).toMatchObject({
    state: 'failed',
    error: { code: 'auth_expired' },
  })
  expect(await look(id)).toMatchObject({ externalState: 'failed', publishError: { code: 'auth_expired' } })
  expect((await on.call(getConnectorState, {})).contentMode).toBe('headless')
})

test('a push that waits when the mode changes sends nothing, and the item says what its copy says', async () => {
  const { site, on, run, item, publish, look } = await connected()
  const [kept, fresh] = [await item('Kept'), await item('Fresh')]
  await run((await publish(kept)).jobId)
  const edit = await on.call(updateItem, { id: kept, title: 'Kept here' }, confirmed)
  const first = await publish(fresh)
  await on.call(setContentMode, { mode: 'headless' }, confirmed)
  const before = site.requests.length
  for (const { jobId } of [edit, first]) await run(jobId)

  expect(site.requests).toHaveLength(before)
  expect([...site.posts.values()].map(({ title }) => title)).toEqual(['Kept'])
  expect(await look(kept)).toMatchObject({ externalState: 'synced', publishError: null })
  expect(await look(fresh)).toMatchObject({ externalState: 'none', publishError: null })
  expect((await on.call(listDeliveries, { kind: 'cms', state: 'exhausted' })).items).toMatchObject([
    { itemId: fresh, nextAttemptAt: null, error: { code: 'wrong_mode' } },
    { itemId: kept, nextAttemptAt: null, error: { code: 'wrong_mode' } },
  ])
})

test('a push of a former mode leaves what the new one says of the item', async () => {
  const { site, on, run, item, publish, look } = await connected()
  const ghost = await openGhost()
  closing.push(ghost.close)
  const id = await item('Moves')
  const { jobId: former } = await publish(id)
  await on.call(setConnectorSecret, ghost.given, { ...confirmed, ...on.inPerson({ elevated: true }) })
  await run((await on.call(setContentMode, { mode: 'ghost', migrate: 'push_published' }, confirmed)).jobId)
  const known = await look(id)
  expect(known).toMatchObject({ externalState: 'synced' })
  const { jobId } = await on.call(updateItem, { id, title: 'Moves on' }, confirmed)
  await run(former)

  expect(await look(id)).toMatchObject({ externalState: 'pending', externalId: known.externalId })
  await run(jobId)
  expect(await look(id)).toMatchObject({ externalState: 'synced', externalId: known.externalId })
  expect(site.posts.size).toBe(0)
})

test('back at a former site, items take their copies there again', async () => {
  const { site, on, integration, run, item, publish, look } = await connected()
  const other = await openWordpress()
  closing.push(other.close)
  const id = await item('Hello')
  const removed = await item('Goodbye')
  for (const one of [id, removed]) await run((await publish(one)).jobId)
  const moveTo = (given: typeof site.given) =>
    on.call(
      setConnectorSecret,
      { ...given, integrationId: integration.id },
      { ...confirmed, ...on.inPerson({ elevated: true }) },
    )

  await moveTo(other.given)
  expect(await look(id)).toMatchObject({ externalState: 'detached', externalId: null })
  expect((await on.call(getItem, { id })).external).toBeNull()
  await run((await on.call(updateItem, { id, title: 'Hello there' }, confirmed)).jobId ?? null)
  await moveTo(site.given)
  await run((await on.call(updateItem, { id, title: 'Hello again' }, confirmed)).jobId ?? null)
  await run((await on.call(unpublishItem, { id: removed }, confirmed)).jobId ?? null)

  const titles = (posts: typeof site.posts) => [...posts.values()].map(({ title, status }) => [title, status])
  expect(titles(site.posts)).toEqual([
    ['Hello again', 'publish'],
    ['Goodbye', 'draft'],
  ])
  expect(titles(other.posts)).toEqual([['Hello there', 'publish']])
  expect(await look(id)).toMatchObject({ externalState: 'synced', externalId: String([...site.posts.keys()][0]) })
})

test('a copy that is gone is detached, and the next push makes a new one', async () => {
  const { site, on, run, item, publish, look } = await connected()
  const id = await item('Gone')
  await run((await publish(id)).jobId)
  site.posts.clear()
  await run((await on.call(updateItem, { id, title: 'Gone there' }, confirmed)).jobId)
  expect(await look(id)).toMatchObject({ externalState: 'detached' })
  await run((await on.call(updateItem, { id, title: 'Back' }, confirmed)).jobId)

  expect([...site.posts.values()].map(({ title }) => title)).toEqual(['Back'])
  expect(await look(id)).toMatchObject({ externalState: 'synced' })
})

test('a refused credential stops sending, and what waits goes on by itself once it is renewed', async () => {
  const { site, on, integration, run, item, publish, look } = await connected()
  const [first, second] = [await item('First'), await item('Second')]
  const { jobId } = await publish(first)
  site.changePassword('another-password-of-the-site')
  expect(await run(jobId)).toBe('again')
  expect((await on.call(getIntegration, { id: integration.id })).integration).toMatchObject({
    state: 'auth_expired',
    lastError: { code: 'auth_expired' },
  })
  await expect(publish(second)).rejects.toMatchObject({ code: 'auth_expired' })
  const before = site.requests.length
  expect(await run(jobId)).toBe('again')
  expect(site.requests.length).toBe(before)

  const wrong = { ...site.given, integrationId: integration.id as `int_${string}` }
  const inPerson = { ...confirmed, ...on.inPerson({ elevated: true }) }
  await expect(on.call(setConnectorSecret, wrong, inPerson)).rejects.toMatchObject({
    code: 'target_rejected',
    details: { reason: 'credential' },
  })
  const secret = { username: 'editor', applicationPassword: 'another-password-of-the-site' }
  await on.call(setConnectorSecret, { ...wrong, secret }, inPerson)
  expect(await run(jobId)).toBe('ended')
  expect(await look(first)).toMatchObject({ externalState: 'synced' })
})

test('a busy or broken service is tried again at its own time, and given up in the end', async () => {
  const { site, on, run, item, publish, look, hurry } = await connected()
  const id = await item('Patience')
  site.fail(site.isCreate, { status: 429, retryAfter: '30' })
  const { jobId } = await publish(id)
  expect(await run(jobId)).toBe('again')
  const [delivery] = (await on.call(listDeliveries, { kind: 'cms' })).items
  const waits = Date.parse(delivery?.nextAttemptAt ?? '') - Date.now()
  expect(waits).toBeGreaterThan(25_000)
  expect(delivery).toMatchObject({ state: 'failed', httpStatus: 429 })
  site.fail(site.isCreate, ...Array.from({ length: 10 }, () => ({ status: 503, html: true })))
  for (let n = 0; n < 5; n++) {
    await hurry()
    await run(jobId)
  }
  expect((await on.call(listDeliveries, { kind: 'cms' })).items).toMatchObject([
    { state: 'exhausted', attempts: 6, httpStatus: 503 },
  ])
  expect(await look(id)).toMatchObject({ externalState: 'failed', publishError: { code: 'upstream_failed' } })
  expect((await on.call(listIntegrations, {})).items).toMatchObject([{ state: 'degraded' }])
  expect(site.posts.size).toBe(0)

  const { status } = await on.call(getItem, { id }).then(({ item: found }) => found)
  expect(status).toBe('published')
})

test('a push that was given up is sent again as the item is then', async () => {
  const { site, on, run, item, publish, look, hurry } = await connected()
  const id = await item('Given up')
  site.fail(site.isCreate, ...Array.from({ length: 6 }, () => ({ status: 500, html: true })))
  const { jobId } = await publish(id)
  for (let n = 0; n < 6; n++) {
    await run(jobId)
    await hurry()
  }
  const [delivery] = (await on.call(listDeliveries, { kind: 'cms' })).items
  expect(delivery).toMatchObject({ state: 'exhausted', nextAttemptAt: null })
  await on.rows(({ db }) => db.updateTable('item').set({ title: 'Newer' }).execute())
  await on.call(retryDelivery, { deliveryIds: [delivery?.id ?? ''] }, confirmed)
  const again = await on.rows(({ db }) =>
    db.selectFrom('job').select('id').where('state', '=', 'queued').executeTakeFirst(),
  )
  await run(again?.id ?? null)

  expect([...site.posts.values()].map(({ title }) => title)).toEqual(['Newer'])
  expect(await look(id)).toMatchObject({ externalState: 'synced' })
})

test('twenty items with pictures and terms arrive whole, and a mode switch waits for them', async () => {
  const site = await openWordpress()
  closing.push(site.close)
  const on = await stage({ debounceMs: 0 })
  const { outbound } = await sharedParts()
  const ids: string[] = []
  for (let n = 0; n < 20; n++) {
    const { item } = await on.call(
      createItem,
      {
        collectionId: 'articles',
        title: `Item ${n}`,
        content: 'Text.',
        status: 'published',
        canonicalUrl: `https://www.example.com/${n}`,
      },
      confirmed,
    )
    ids.push(item.id)
  }
  await on.call(setConnectorSecret, site.given, { ...confirmed, ...on.inPerson({ elevated: true }) })
  const input = { mode: 'wordpress', migrate: 'push_published' } as const
  const rehearsed = await on.call(setContentMode, input, { ...confirmed, dryRun: true })
  expect(rehearsed).toMatchObject({ mode: 'headless', plan: { create: 20, update: 0, unchanged: 0 }, jobId: null })
  const { jobId } = await on.call(setContentMode, input, confirmed)
  for (const other of [
    () => on.call(setContentMode, input, confirmed),
    () => on.call(updateOrganizationSettings, { contentMode: 'ghost' }, confirmed),
  ])
    await expect(other()).rejects.toMatchObject({ code: 'job_running', details: { jobId } })
  await on.call(updateOrganizationSettings, { name: 'Renamed meanwhile' })
  const runner = on.jobRunner(jobs, { fetch: outbound.fetch })
  expect(await on.runJob(runner, jobId ?? '')).toBe('ended')

  expect(site.posts.size).toBe(20)
  expect(await on.call(getJob, { jobId: jobId ?? '' })).toMatchObject({
    state: 'succeeded',
    result: { mode: 'wordpress', pushed: 20 },
  })
  const again = await on.call(setContentMode, { ...input }, { ...confirmed, dryRun: true })
  expect(again.plan).toMatchObject({ create: 0, unchanged: 20 })
  await expect(
    on.call(
      disconnectIntegration,
      { id: (await on.call(listIntegrations, {})).items[0]?.id as `int_${string}` },
      confirmed,
    ),
  ).rejects.toMatchObject({ code: 'wrong_mode' })
})

test('a test reads, writes a draft and tells drift', async () => {
  const { site, on, integration, run, item, publish } = await connected({ plain: true })
  const id = await item('Drift')
  await run((await publish(id)).jobId)
  const post = [...site.posts.values()][0]
  if (post !== undefined) post.excerpt = 'Changed there'
  const { checks } = await on.call(testIntegration, { id: integration.id, probe: 'write', itemId: id }, confirmed)

  expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
    ['read', true],
    ['itemId', true],
    ['write', true],
    ['readBack', true],
    ['drift', false],
  ])
  expect(checks.at(-1)?.detail).toBe('Changed there: excerpt.')
  expect((await on.call(getItem, { id })).external?.drift).toEqual(['excerpt'])
  expect([...site.posts.values()].filter(({ status }) => status !== 'trash')).toHaveLength(1)
})

test('a credential that does not work is not stored, and no answer shows one', async () => {
  const site = await openWordpress()
  closing.push(site.close)
  const on = await stage()
  const inPerson = { ...confirmed, ...on.inPerson({ elevated: true }) }
  const secret = { username: 'editor', applicationPassword: 'canary-canary-canary' }
  await expect(on.call(setConnectorSecret, { ...site.given, secret }, inPerson)).rejects.toMatchObject({
    code: 'target_rejected',
    details: { reason: 'credential' },
  })
  const unknown = { ...site.given, settings: { ...site.given.settings, other: 'x' } }
  await expect(on.call(setConnectorSecret, unknown, inPerson)).rejects.toMatchObject({
    code: 'validation_failed',
    details: [{ path: '/input/settings/other' }],
  })
  expect((await on.call(listIntegrations, {})).items).toEqual([])
  const done = await on.answerOf(setConnectorSecret, site.given, inPerson)
  expect(done.body).not.toContain('abcdefghijklmnopqrstuvwx')
  const records = await on.rows(({ db }) => db.selectFrom('audit_record').selectAll().execute())
  const text = JSON.stringify(records)
  expect(text).toContain('setConnectorSecret')
  expect(text).not.toContain('canary')
  expect(text).not.toContain('abcdefghijklmnopqrstuvwx')
  const rows = await on.rows(({ db }) => db.selectFrom('integration').selectAll().execute())
  expect(JSON.stringify(rows)).not.toContain('abcdefghijklmnopqrstuvwx')
})

test('a Ghost gets the same: published, edited, changed there, taken off', async () => {
  const site = await openGhost()
  closing.push(site.close)
  const on = await stage({ debounceMs: 0 })
  const { outbound } = await sharedParts()
  await on.call(setConnectorSecret, site.given, { ...confirmed, ...on.inPerson({ elevated: true }) })
  await on.call(setContentMode, { mode: 'ghost' }, confirmed)
  const runner = on.jobRunner(jobs, { fetch: outbound.fetch })
  const run = async (jobId: string | null) => on.runJob(runner, jobId ?? '')
  const input = { collectionId: 'articles', title: 'Tides', content: 'Text *here*.', metaDescription: 'Why.' } as const
  const { item, jobId } = await on.call(createItem, { ...input, status: 'published' }, confirmed)
  await run(jobId)
  const [post] = site.posts.values()
  expect(post).toMatchObject({ title: 'Tides', status: 'published', meta_description: 'Why.', slug: 'tides' })
  const result = (await on.call(getJob, { jobId: jobId ?? '' })).result
  expect(result).toMatchObject({ results: [{ ok: true, action: 'created', metaNotPersisted: [] }] })

  await run((await on.call(updateItem, { id: item.id, title: 'Tides again' }, confirmed)).jobId)
  expect(site.posts.get(post?.id ?? '')?.title).toBe('Tides again')
  Object.assign(site.posts.get(post?.id ?? '') ?? {}, {
    custom_excerpt: 'Theirs',
    updated_at: '2026-05-05T00:00:00.000Z',
  })
  await run((await on.call(updateItem, { id: item.id, title: 'Ours' }, confirmed)).jobId)
  expect((await on.call(getItem, { id: item.id })).item).toMatchObject({ publishError: { code: 'remote_changed' } })
  await run((await on.call(unpublishItem, { id: item.id }, confirmed)).jobId)
  expect(site.posts.get(post?.id ?? '')).toMatchObject({
    status: 'draft',
    title: 'Tides again',
    custom_excerpt: 'Theirs',
  })
})

test('duplicates that gave way are taken off, and the job says that no redirect was sent', async () => {
  const { site, on, run, item, publish } = await connected()
  const [winnerId, duplicate] = [await item('Best lamps'), await item('Top lamps')]
  for (const id of [winnerId, duplicate]) await run((await publish(id)).jobId)
  const flags = { rewriteReferences: true, createRedirects: true } as const
  const input = { winnerId, duplicateIds: [duplicate], ...flags }
  await on.call(consolidateItems, input, { ...confirmed, idempotencyKey: 'consolidate' })
  const pushes = await on.rows(({ db }) =>
    db.selectFrom('job').select(['id', 'kind']).where('state', '=', 'queued').execute(),
  )
  for (const { id } of pushes) await run(id)

  expect([...site.posts.values()].map(({ title, status }) => [title, status])).toEqual([
    ['Best lamps', 'publish'],
    ['Top lamps', 'draft'],
  ])
  const [done] = await on.rows(({ db }) =>
    db
      .selectFrom('job')
      .select('result')
      .where('id', '=', pushes.at(-1)?.id ?? '')
      .execute(),
  )
  expect(done?.result).toMatchObject({ warnings: [{ code: 'redirect_not_sent', itemIds: [duplicate] }] })
})

test('a Webflow gets items once a site and a collection are selected, and loses the collection with the site', async () => {
  const site = await openWebflow()
  closing.push(site.close)
  const on = await stage({ debounceMs: 0, connectors: openConnectors({ webflow: site.url }) })
  const { outbound } = await sharedParts()
  const { integration } = await on.call(setConnectorSecret, site.given, {
    ...confirmed,
    ...on.inPerson({ elevated: true }),
  })
  const id = integration.id as IntegrationId
  expect(integration).toMatchObject({ state: 'pending', connectedAs: '2 sites' })
  await expect(on.call(setContentMode, { mode: 'webflow' }, confirmed)).rejects.toMatchObject({ code: 'not_connected' })
  const select = async (type: 'site' | 'collection', externalId: string) =>
    (await on.call(selectIntegrationTarget, { id, type, externalId }, confirmed)).integration
  await expect(select('collection', 'posts')).rejects.toMatchObject({ details: { reason: 'site_missing' } })
  expect((await select('site', 'site1')).state).toBe('pending')
  await expect(select('collection', 'notes')).rejects.toMatchObject({ code: 'target_rejected' })
  expect(await select('collection', 'posts')).toMatchObject({ state: 'connected', target: { name: 'Blog Posts' } })
  await on.call(setContentMode, { mode: 'webflow' }, confirmed)
  const runner = on.jobRunner(jobs, { fetch: outbound.fetch })
  const run = async (jobId: string | null) => on.runJob(runner, jobId ?? '')

  const input = { collectionId: 'articles', title: 'Tides', content: 'Text *here*.', metaDescription: 'Why.' } as const
  const { item, jobId } = await on.call(createItem, { ...input, status: 'published' }, confirmed)
  await run(jobId)
  const [copy] = site.items.values()
  expect(copy).toMatchObject({
    isDraft: false,
    lastPublished: expect.any(String),
    fieldData: { name: 'Tides', slug: 'tides', 'meta-description': 'Why.', 'masthead-id': item.id },
  })
  expect((await on.call(getJob, { jobId: jobId ?? '' })).result).toMatchObject({
    results: [{ action: 'created', externalUrl: 'https://lamps.test/post/tides', metaNotPersisted: [] }],
  })
  await run((await on.call(updateItem, { id: item.id, title: 'Ebb' }, confirmed)).jobId)
  expect(copy?.fieldData['name']).toBe('Ebb')
  await run((await on.call(unpublishItem, { id: item.id }, confirmed)).jobId)
  expect(copy).toMatchObject({ isDraft: true, lastPublished: null })
  expect(await select('site', 'site2')).toMatchObject({ state: 'pending', target: null })
})

test('a Shopify gets articles in the selected blog, also by client credentials, and waits while it is throttled', async () => {
  const shop = await openShopify()
  closing.push(shop.close)
  const on = await stage({ debounceMs: 0, connectors: openConnectors({ shopify: shop.url }) })
  const { outbound } = await sharedParts()
  const given = { ...shop.given, secret: shop.client }
  const { integration } = await on.call(setConnectorSecret, given, { ...confirmed, ...on.inPerson({ elevated: true }) })
  const id = integration.id as IntegrationId
  expect(integration).toMatchObject({ state: 'pending', connectedAs: 'Lamp Shop', settings: shop.given.settings })
  const blog = { id, type: 'blog', externalId: 'gid://shopify/Blog/2' } as const
  expect((await on.call(selectIntegrationTarget, blog, confirmed)).integration.state).toBe('connected')
  await on.call(setContentMode, { mode: 'shopify' }, confirmed)
  const runner = on.jobRunner(jobs, { fetch: outbound.fetch })
  const run = async (jobId: string | null) => on.runJob(runner, jobId ?? '')

  const input = { collectionId: 'articles', title: 'Tides', content: 'Text.', metaDescription: 'Why.' } as const
  const { item, jobId } = await on.call(createItem, { ...input, status: 'published' }, confirmed)
  shop.throttle(1)
  expect(await run(jobId)).toBe('again')
  await on.rows(({ db }) => db.updateTable('delivery').set({ next_attempt_at: new Date() }).execute())
  expect(await run(jobId)).toBe('ended')
  const [article] = shop.articles.values()
  expect(article).toMatchObject({ title: 'Tides', isPublished: true, blogId: 'gid://shopify/Blog/2' })
  expect((await on.call(getJob, { jobId: jobId ?? '' })).result).toMatchObject({
    results: [{ action: 'created', externalUrl: 'https://lamps.test/blogs/blog-2/tides', metaNotPersisted: [] }],
  })
  await run((await on.call(updateItem, { id: item.id, title: 'Ebb' }, confirmed)).jobId)
  expect(shop.articles.get(article?.id ?? '')?.title).toBe('Ebb')
  await run((await on.call(unpublishItem, { id: item.id }, confirmed)).jobId)
  expect(shop.articles.get(article?.id ?? '')?.isPublished).toBe(false)
  expect(shop.articles.size).toBe(1)
})

test('at night what was changed or removed there is noted, and the item says so', async () => {
  const { site, on, run, item, publish } = await connected()
  const ids = [await item('Hidden'), await item('Same'), await item('Changed'), await item('Removed')]
  for (const id of ids) await run((await publish(id)).jobId)
  for (const post of site.posts.values()) {
    if (post.title === 'Changed') post.excerpt = 'Theirs'
    if (post.title === 'Removed') post.status = 'trash'
  }
  // One that is not shown tonight holds no other one back.
  const [hidden] = site.posts.keys()
  site.fail(({ method, path }) => method === 'GET' && path.endsWith(`/posts/${hidden}`), { status: 500 })
  const start = (at: string) =>
    on.rows(({ db }) =>
      startAtNight(db, {
        at: new Date(at),
        timezone: 'Europe/Berlin',
        start: (job, input) => startJob(db, job, { input, actor: on.access.actor, requestId: newRequestId() }),
      }),
    )
  for (const at of ['2026-05-02T12:00:00Z', '2026-05-02T00:30:00Z', '2026-05-02T01:30:00Z']) await start(at)
  const nightly = await on.rows(({ db }) =>
    db.selectFrom('job').select('id').where('kind', '=', 'nightlyWork').execute(),
  )
  expect(nightly).toHaveLength(1)
  await run(nightly[0]?.id ?? null)

  const found = await Promise.all(ids.map((id) => on.call(getItem, { id })))
  expect(found.map(({ item: { externalState }, external }) => [externalState, external?.drift])).toEqual([
    ['synced', []],
    ['synced', []],
    ['synced', ['excerpt']],
    ['detached', []],
  ])
  expect((await on.call(getJob, { jobId: nightly[0]?.id as `job_${string}` })).result).toEqual({
    integrations: 1,
    copies: 4,
    drifted: 1,
    detached: 1,
    failed: 1,
  })
})

test('at night a service that wants fewer requests gets its time, and no copy is left out', async () => {
  const { site, on, integration, run, item, publish } = await connected()
  const ids = [await item('Same'), await item('Changed')]
  for (const id of ids) await run((await publish(id)).jobId)
  const changed = [...site.posts.values()].find(({ title }) => title === 'Changed')
  if (changed !== undefined) changed.excerpt = 'Theirs'
  site.fail(({ method, path }) => method === 'GET' && path.endsWith(`/posts/${changed?.id}`), {
    status: 429,
    retryAfter: '7',
  })
  const { jobId } = await on.rows(({ db }) =>
    startJob(db, nightlyWork, {
      input: { day: new Date().toISOString().slice(0, 10) },
      actor: on.access.actor,
      requestId: newRequestId(),
    }),
  )

  expect(await run(jobId)).toBe('again')
  const { due_at: goesOn } = await on.rows(({ db }) =>
    db.selectFrom('job').select('due_at').where('id', '=', jobId).executeTakeFirstOrThrow(),
  )
  expect(goesOn.getTime() - Date.now()).toBeGreaterThan(5000)
  expect((await on.call(getIntegration, { id: integration.id })).integration.state).toBe('connected')

  expect(await run(jobId)).toBe('ended')
  expect((await on.call(getJob, { jobId })).result).toMatchObject({ copies: 2, drifted: 1, failed: 0 })
})

test('what is published or changed while the mode is switched arrives before the switch', async () => {
  const site = await openWordpress()
  closing.push(site.close)
  const on = await stage({ debounceMs: 0 })
  const { outbound } = await sharedParts()
  const publishedItem = async (title: string) =>
    (await on.call(createItem, { collectionId: 'articles', title, status: 'published' }, confirmed)).item.id
  const first = await publishedItem('First')
  await on.call(setConnectorSecret, site.given, { ...confirmed, ...on.inPerson({ elevated: true }) })
  site.fail(site.isCreate, { status: 503 })
  const { jobId } = await on.call(setContentMode, { mode: 'wordpress', migrate: 'push_published' }, confirmed)
  const runner = on.jobRunner(jobs, { fetch: outbound.fetch })
  expect(await on.runJob(runner, jobId ?? '')).toBe('again')
  await publishedItem('Second')
  await on.rows(({ db }) =>
    db.updateTable('delivery').set({ next_attempt_at: new Date() }).where('next_attempt_at', 'is not', null).execute(),
  )
  expect(await on.runJob(runner, jobId ?? '')).toBe('again')
  await on.call(updateItem, { id: first, title: 'First, changed' }, confirmed)
  let end = 'again'
  for (let n = 0; n < 5 && end === 'again'; n++) end = await on.runJob(runner, jobId ?? '')

  expect(end).toBe('ended')
  expect([...site.posts.values()].map(({ title }) => title).toSorted()).toEqual(['First, changed', 'Second'])
  expect((await on.call(getJob, { jobId: jobId ?? '' })).state).toBe('succeeded')
})
