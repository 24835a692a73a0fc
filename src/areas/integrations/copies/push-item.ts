import { sql } from 'kysely'

import {
  type CmsConnector,
  type CmsCopy,
  type CmsField,
  type CmsWrite,
  type CmsWritten,
  type Connection,
  ConnectorFault,
  type FieldMapping,
} from '#kernel/connector.ts'
import type { Writer } from '#kernel/database.ts'
import type { JobCtx, JobWrites } from '#kernel/job.ts'

import { codeOfFault, noteFault, noteSuccess } from '#areas/integrations/connections/faults.ts'
import {
  changeIntegration,
  getIntegrationRow,
  type IntegrationRow,
} from '#areas/integrations/connections/integration-rows.ts'
import { openConnection } from '#areas/integrations/connections/open-connection.ts'
import { inMs } from '#areas/integrations/delivery-rows.ts'
import { pauseAfter } from '#areas/integrations/pace.ts'

import { buildItem, withPicture } from './cms-item.ts'
import { differing, hashOfFields } from './compare.ts'
import { type CopyDelivery, endWaitingDeliveries } from './copy-deliveries.ts'
import { changeCopy, type CopyRow, holdCopy, released, showOnItem } from './copy-rows.ts'
import { mappingOf } from './mapping.ts'
import { heldPauseMs, patienceMs, pushPace } from './push-pace.ts'
import type { Attempt, Done, Wanted } from './push-attempt.ts'
import { sendItem, wantedToTell } from './send-item.ts'

/** What came of the push of one item, in the result of its job. */
export type PushResult = {
  id: string
  ok: boolean
  action?: 'created' | 'updated' | 'unchanged'
  externalId: string | null
  externalUrl: string | null
  metaNotPersisted: string[]
  error?: { code: string; message: string }
}

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'delivery.result': PushResult
  }
}

/** A copy was changed there since we wrote it last. */
class RemoteChanged extends Error {
  readonly fields: readonly CmsField[]

  constructor(fields: readonly CmsField[]) {
    super('the copy was changed there')
    this.fields = fields
  }
}

/** The copy that we know of is gone there. */
class Detached extends Error {}

/**
 * One attempt of a push, if it is due: takes the copy of the item, does what the item asks for, and notes what came of it.
 * Whatever the service answers ends as a note; what is thrown is a fault of ours.
 */
export async function attemptPush(ctx: JobCtx, deliveryId: string): Promise<void> {
  const attempt = await ctx.write(({ db }) => begin(ctx, db, deliveryId))
  if (attempt === undefined) return
  try {
    const done = await perform(ctx, attempt)
    await ctx.write(({ db }) => succeed(db, attempt, done))
  } catch (error) {
    if (!(error instanceof ConnectorFault || error instanceof RemoteChanged || error instanceof Detached)) throw error
    ctx.log.info({ deliveryId, fault: error instanceof ConnectorFault ? error.kind : error.message }, 'push failed')
    await ctx.write((inside) => fail(inside, attempt, error))
  }
}

/** Takes a delivery that is due, and the copy of its item. Undefined: it has ended, must wait, or another job has the copy. */
async function begin(ctx: JobCtx, db: Writer, deliveryId: string): Promise<Attempt | undefined> {
  const delivery = await db
    .selectFrom('delivery')
    .selectAll()
    .where('id', '=', deliveryId)
    .where('finished_at', 'is', null)
    .where('next_attempt_at', '<=', sql<Date>`clock_timestamp() + interval '50 milliseconds'`)
    .forUpdate()
    .executeTakeFirst()
  if (delivery?.item_id == null || delivery.integration_id === null) return undefined
  const { item_id: itemId, integration_id: integrationId } = delivery
  const integration = await getIntegrationRow(db, integrationId)
  if (integration.state !== 'connected' && integration.state !== 'degraded')
    return wait(db, deliveryId, { ms: patienceMs })
  const copy = await holdCopy(db, { integrationId, itemId }, ctx.jobId)
  if (copy === undefined) return wait(db, deliveryId, { ms: heldPauseMs })
  const wanted = await wantedOf(ctx, db, { delivery, integration, itemId })
  await db
    .updateTable('delivery')
    .set({
      state: 'delivering',
      attempts: sql<number>`attempts + 1`,
      tries: sql<number>`tries + 1`,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', deliveryId)
    .execute()
  return { delivery: { ...delivery, tries: delivery.tries + 1 }, integration, copy, wanted, itemId }
}

async function wait(db: Writer, deliveryId: string, { ms }: { ms: number }): Promise<undefined> {
  await db
    .updateTable('delivery')
    .set({ next_attempt_at: inMs(ms) })
    .where('id', '=', deliveryId)
    .execute()
}

type About = { delivery: CopyDelivery; integration: IntegrationRow; itemId: string }

async function wantedOf(
  ctx: JobCtx,
  db: Writer,
  { delivery: { payload }, integration, itemId }: About,
): Promise<Wanted> {
  const row = await db
    .selectFrom('item')
    .select(['effective_status', 'trashed_at'])
    .where('id', '=', itemId)
    .executeTakeFirst()
  if (integration.kind === 'webhook') return wantedToTell(ctx, db, { itemId, row })
  if (row === undefined) return { to: 'remove' }
  // The item decides: it may have been unpublished, or published, since the call that asked for this.
  const isPublic = row.effective_status === 'published' && row.trashed_at === null
  const isDraft = !isPublic && row.trashed_at === null && payload?.as === 'draft'
  if (!isPublic && !isDraft) return { to: 'unpublish' }
  const as = isPublic ? 'published' : 'draft'
  return { to: 'copy', as, built: await buildItem({ ...ctx, db }, itemId, ctx.now()) }
}

async function perform(ctx: JobCtx, attempt: Attempt): Promise<Done> {
  const { connector, connection } = openConnection(ctx, attempt.integration)
  const { wanted, copy } = attempt
  if (connector.kind === 'webhook' && wanted.to === 'tell')
    return sendItem(ctx, { ...attempt, wanted }, { connector, connection })
  if (connector.kind !== 'cms' || wanted.to === 'tell')
    throw new ConnectorFault('invalid', `${connector.label} does not keep copies of items.`)
  if (wanted.to === 'copy') return write(ctx, attempt, wanted, { connector, connection })
  if (copy.external_id === null || copy.detached)
    return { action: 'unchanged', copy: wanted.to === 'remove' ? 'gone' : {} }
  if (wanted.to === 'remove') {
    await connector.remove(connection, copy.external_id)
    return { action: 'updated', copy: 'gone' }
  }
  if (!copy.live) return { action: 'unchanged', copy: {} }
  const { external_id: externalId } = copy
  await onLatest({ externalId, mapping: {} }, { connector, connection }, ({ etag }) =>
    connector.unpublish(connection, { externalId, etag }),
  )
  return { action: 'updated', copy: { live: false, hash: '' } }
}

type Opened = { connector: CmsConnector; connection: Connection }

async function write(
  ctx: JobCtx,
  attempt: Attempt,
  { as, built }: Extract<Wanted, { to: 'copy' }>,
  { connector, connection }: Opened,
): Promise<Done> {
  const { copy, delivery, integration } = attempt
  const item = withPicture(built, ctx.files)
  const mapping = mappingOf(connector, { row: integration, fields: await connector.fields(connection) })
  const expected = connector.expected({ item, mapping })
  const hash = hashOfFields(expected, as)
  let externalId = copy.detached ? null : copy.external_id
  const isForced = delivery.payload?.overwriteRemote === true
  if (externalId !== null && !isForced && copy.pushed_hash === hash) return { action: 'unchanged', copy: {} }

  // A create that nobody knows the outcome of is looked for first: there is never a second copy.
  if (externalId === null && copy.intended_at !== null) {
    const found = await connector.find(connection, { item, mapping })
    if (found !== undefined && found.state !== 'trashed') externalId = found.externalId
  }
  const isNew = externalId === null
  const writing = { item, mapping, as, uploads: uploadsOf(ctx, integration.id) }
  const written =
    externalId === null
      ? await create(ctx, attempt, { connector, connection }, writing)
      : await writeOver({ copy, externalId, isForced }, { connector, connection }, writing)
  // Known from here on, whatever happens to the reading back.
  await ctx.write(({ db }) =>
    changeCopy(db, of(attempt), {
      external_id: written.externalId,
      external_url: written.externalUrl,
      intended_at: null,
      detached: false,
    }),
  )
  const back = await readCopy({ externalId: written.externalId, mapping }, { connector, connection })
  return {
    action: isNew ? 'created' : 'updated',
    copy: {
      externalId: back.externalId,
      externalUrl: back.externalUrl ?? written.externalUrl,
      live: back.state === 'published',
      snapshot: back.fields,
      hash,
      notPersisted: notPersisted({ expected, mapping, back: back.fields }),
      asDraft: as === 'draft',
    },
  }
}

type Writing = Pick<CmsWrite, 'item' | 'mapping' | 'as' | 'uploads'>

/** Makes a copy. That it is about to is known before, whatever happens to the answer. */
async function create(
  ctx: JobCtx,
  attempt: Attempt,
  { connector, connection }: Opened,
  writing: Writing,
): Promise<CmsWritten> {
  await ctx.write(({ db }) => changeCopy(db, of(attempt), { intended_at: sql<Date>`clock_timestamp()` }))
  return connector.upsert(connection, { ...writing, externalId: null, etag: null })
}

/** Changes a copy as it was just read. Errors: `RemoteChanged` where somebody changed a mapped field there; `Detached`. */
function writeOver(
  { copy, externalId, isForced }: { copy: CopyRow; externalId: string; isForced: boolean },
  { connector, connection }: Opened,
  writing: Writing,
): Promise<CmsWritten> {
  const { mapping } = writing
  return onLatest({ externalId, mapping }, { connector, connection }, ({ fields, etag }) => {
    const changed = copy.external_id === null || copy.snapshot === null ? [] : differing(fields, copy.snapshot)
    if (changed.length > 0 && !isForced) throw new RemoteChanged(changed)
    return connector.upsert(connection, { ...writing, externalId, etag })
  })
}

/** How often a copy is read again because somebody saved or removed it after it was read. */
const mostRereads = 2

/** Reads a copy and does something to it; once more where it is no longer the one that was read. Throws `Detached` where it is gone. */
async function onLatest<T>(
  read: { externalId: string; mapping: FieldMapping },
  opened: Opened,
  act: (current: CmsCopy) => Promise<T>,
): Promise<T> {
  for (let rereads = 0; ; rereads++) {
    const current = await readCopy(read, opened)
    try {
      return await act(current)
    } catch (error) {
      const isOther = error instanceof ConnectorFault && (error.kind === 'conflict' || error.kind === 'notFound')
      if (!isOther || rereads === mostRereads) throw error
    }
  }
}

/** Fields that are set here and did not come back as they were sent; those that are not mapped are none of them. */
function notPersisted({
  expected,
  mapping,
  back,
}: {
  expected: CmsCopy['fields']
  mapping: Readonly<Partial<Record<CmsField, string>>>
  back: CmsCopy['fields']
}): CmsField[] {
  // A service names a picture in its own way: only whether there is one can be compared.
  const pictured = (fields: CmsCopy['fields']) =>
    'featuredImage' in fields ? { ...fields, featuredImage: fields.featuredImage == null ? null : 'set' } : fields
  const changed = differing(pictured(expected), pictured(back))
  const dropped = Object.keys(mapping).filter(
    (field) => (expected[field as CmsField] ?? '') !== '' && !(field in back),
  ) as CmsField[]
  return [...new Set([...changed, ...dropped])]
}

/** The copy as it is there now. Throws `Detached` where it is gone. */
async function readCopy(
  { externalId, mapping }: { externalId: string; mapping: FieldMapping },
  { connector, connection }: Opened,
): Promise<CmsCopy> {
  try {
    const found = await connector.fetch(connection, externalId, mapping)
    if (found.state === 'trashed') throw new Detached('the copy lies in the trash there')
    return found
  } catch (error) {
    if (error instanceof ConnectorFault && error.kind === 'notFound') throw new Detached('the copy is gone there')
    throw error
  }
}

const of = ({ integration, itemId }: Pick<Attempt, 'integration' | 'itemId'>) => ({
  integrationId: integration.id,
  itemId,
})

function uploadsOf(ctx: JobCtx, integrationId: string) {
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

async function succeed(db: Writer, attempt: Attempt, { action, copy }: Done): Promise<void> {
  const { itemId, copy: before, integration } = attempt
  await noteSuccess(db, integration.id)
  if (copy === 'gone') {
    await db
      .deleteFrom('item_copy')
      .where('integration_id', '=', integration.id)
      .where('item_id', '=', itemId)
      .execute()
    return end(db, attempt, { id: itemId, ok: true, action, externalId: null, externalUrl: null, metaNotPersisted: [] })
  }
  const isCopy = attempt.wanted.to === 'copy' || attempt.wanted.to === 'tell'
  const externalId = copy.externalId === undefined ? before.external_id : copy.externalId
  const externalUrl = copy.externalUrl === undefined ? before.external_url : copy.externalUrl
  const metaNotPersisted = copy.notPersisted ?? before.meta_not_persisted
  await changeCopy(db, of(attempt), {
    ...released,
    external_id: externalId,
    external_url: externalUrl,
    ...(copy.live === undefined ? {} : { live: copy.live }),
    ...(copy.snapshot === undefined ? {} : { snapshot: JSON.stringify(copy.snapshot) }),
    ...(copy.hash === undefined ? {} : { pushed_hash: copy.hash }),
    ...(copy.asDraft === undefined ? {} : { as_draft: copy.asDraft }),
    meta_not_persisted: [...metaNotPersisted],
    ...(isCopy ? { drift: [] } : {}),
    synced_at: sql<Date>`clock_timestamp()`,
  })
  const state = externalId === null ? 'none' : before.detached && !isCopy ? 'detached' : 'synced'
  await showOnItem(db, itemId, {
    external_state: state,
    external_id: externalId,
    external_url: externalUrl,
    publish_error: null,
  })
  await end(db, attempt, {
    id: itemId,
    ok: true,
    action,
    externalId,
    externalUrl,
    metaNotPersisted: [...metaNotPersisted],
  })
}

/** A push that is over. */
async function end(db: Writer, { delivery }: Attempt, result: PushResult): Promise<void> {
  await db
    .updateTable('delivery')
    .set({
      state: result.ok ? 'succeeded' : 'failed',
      next_attempt_at: null,
      finished_at: sql<Date>`clock_timestamp()`,
      updated_at: sql<Date>`clock_timestamp()`,
      error: result.error === undefined ? null : JSON.stringify(result.error),
      result: JSON.stringify(result),
    })
    .where('id', '=', delivery.id)
    .execute()
}

async function fail(
  inside: JobWrites,
  attempt: Attempt,
  error: ConnectorFault | RemoteChanged | Detached,
): Promise<void> {
  const { db } = inside
  const { integration, itemId, copy, delivery } = attempt
  await changeCopy(db, of(attempt), released)
  const failed = (code: string, message: string): PushResult => ({
    id: itemId,
    ok: false,
    externalId: copy.external_id,
    externalUrl: copy.external_url,
    metaNotPersisted: [],
    error: { code, message },
  })
  if (error instanceof Detached) {
    await changeCopy(db, of(attempt), { detached: true, live: false, pushed_hash: null, intended_at: null })
    const isDone = attempt.wanted.to !== 'copy'
    await showOnItem(db, itemId, { external_state: 'detached' })
    const message = `The copy is gone from ${integration.display_name}. The next push makes a new one.`
    return end(db, attempt, isDone ? { ...failed('', ''), ok: true, action: 'updated' } : failed('not_found', message))
  }
  if (error instanceof RemoteChanged) {
    await changeCopy(db, of(attempt), { drift: [...error.fields] })
    const message = `The copy was changed in ${integration.display_name}: ${error.fields.join(', ')}. overwriteRemote writes over it.`
    return giveUp(inside, attempt, failed('remote_changed', message))
  }
  if (integration.kind === 'webhook' && error.httpStatus === 410) return endpointGone(inside, attempt, failed)
  await noteFault(inside, integration, error)
  const code = codeOfFault[error.kind]
  if (error.kind === 'auth') {
    // It waits for a person, and no attempt is used up.
    await later(db, delivery.id, { ms: patienceMs, tries: delivery.tries - 1, error: { code, message: error.message } })
    return
  }
  if (error.kind === 'invalid' || error.kind === 'forbidden' || error.kind === 'conflict' || error.kind === 'notFound')
    return giveUp(inside, attempt, failed(code, error.message))
  const pause = pauseAfter(pushPace, delivery.tries, {
    retryAfterMs: error.retryAfterMs,
  })
  if (pause === undefined) {
    await giveUp(inside, attempt, failed(code, error.message))
    await db.updateTable('delivery').set({ state: 'exhausted' }).where('id', '=', delivery.id).execute()
    return
  }
  await later(db, delivery.id, { ms: pause, tries: delivery.tries, error: { code, message: error.message } })
}

/** An own endpoint that is gone gets nothing more until a person connects it again. */
async function endpointGone(
  inside: JobWrites,
  attempt: Attempt,
  failed: (code: string, message: string) => PushResult,
): Promise<void> {
  const { id, display_name: name } = attempt.integration
  const error = { code: 'not_connected', message: `${name} answered 410: it is gone.` } as const
  await giveUp(inside, attempt, failed(error.code, error.message))
  const lastError = JSON.stringify({ ...error, at: new Date().toISOString() })
  await changeIntegration(inside.db, id, { state: 'disconnected', last_error: lastError })
  await endWaitingDeliveries(inside.db, { integrationId: id }, error)
}

async function giveUp({ db, notify }: JobWrites, attempt: Attempt, result: PushResult): Promise<void> {
  const error = result.error ?? { code: 'upstream_failed', message: '' }
  await showOnItem(db, attempt.itemId, {
    external_state: 'failed',
    publish_error: JSON.stringify({ ...error, at: new Date().toISOString() }),
  })
  await end(db, attempt, result)
  const row = await db.selectFrom('item').select('title').where('id', '=', attempt.itemId).executeTakeFirst()
  const what = row === undefined ? 'A deleted item' : `“${row.title}”`
  await notify({
    event: 'deliveryFailed',
    text: `${what} could not be sent to ${attempt.integration.display_name}. ${error.message}`,
  })
}

async function later(
  db: Writer,
  id: string,
  { ms, tries, error }: { ms: number; tries: number; error: { code: string; message: string } },
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({
      state: 'failed',
      tries,
      next_attempt_at: inMs(ms),
      error: JSON.stringify(error),
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
}
