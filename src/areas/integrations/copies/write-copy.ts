import { sql } from 'kysely'

import type { CmsCopy, CmsField, CmsWrite, CmsWritten } from '#kernel/cms-connector.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { JobCtx } from '#kernel/job.ts'

import { withPicture } from './cms-item.ts'
import { changedThere, differing, hashOfFields, pictured } from './compare.ts'
import { changeHeld, webAddress } from './copy-rows.ts'
import { CreateUnderWay, findCreated } from './find-created.ts'
import { mappingOf } from './mapping.ts'
import { type Attempt, copyOfAttempt, type Done, type Wanted } from './push-attempt.ts'
import { onLatest, type OpenedCms, readCopy, RemoteChanged } from './read-copy.ts'
import { uploadsOf } from './uploads.ts'

/**
 * Makes the copy of an item what the item is, or makes one, and reads it back. Errors: `ConnectorFault`; `RemoteChanged` where
 * somebody changed a mapped field there; `Detached` where the copy is gone.
 */
export async function writeCopy(
  ctx: JobCtx,
  attempt: Attempt,
  { as, built }: Extract<Wanted, { to: 'copy' }>,
  opened: OpenedCms,
): Promise<Done> {
  const { connector, connection } = opened
  const { copy, delivery, integration } = attempt
  const item = withPicture(built, ctx.files)
  const mapping = mappingOf(connector, { row: integration, fields: await connector.fields(connection) })
  const expected = connector.expected({ item, mapping })
  const hash = hashOfFields(expected, as)
  let externalId = copy.detached ? null : copy.external_id
  const isForced = delivery.payload?.overwriteRemote === true
  if (externalId !== null && !isForced && copy.pushed_hash === hash) return { action: 'unchanged', copy: {} }

  // There is never a second copy.
  externalId ??= (await findCreated(ctx, attempt, { ...opened, mapping }))?.externalId ?? null
  const isNew = externalId === null
  const writing = { item, mapping, as, uploads: uploadsOf(ctx, attempt) }
  const written =
    externalId === null
      ? await create(ctx, attempt, opened, writing)
      : await writeOver(ctx, attempt, { opened, writing, externalId, isForced, expected })
  // Known from here on, whatever happens to the reading back.
  await ctx.write(({ db }) =>
    changeHeld(db, copyOfAttempt(attempt), {
      external_id: written.externalId,
      external_url: webAddress(written.externalUrl),
      intended_at: null,
      detached: false,
      ...(written.externalId === copy.external_id ? {} : { snapshot: null, sent: null, pushed_hash: null }),
    }),
  )
  const back = await readCopy({ externalId: written.externalId, mapping }, opened)
  return {
    action: isNew ? 'created' : 'updated',
    copy: {
      externalId: back.externalId,
      externalUrl: webAddress(back.externalUrl ?? written.externalUrl),
      // What a site keeps for later or for a review (another clock, another rule) may become public there by itself.
      live: as === 'published' || back.state === 'published',
      snapshot: back.fields,
      hash,
      notPersisted: notPersisted({ expected, mapping, back: back.fields }),
      asDraft: as === 'draft',
    },
  }
}

type Writing = Pick<CmsWrite, 'item' | 'mapping' | 'as' | 'uploads'>

/** Creates a copy. That it is about to, and by which texts it can be found, is known before, whatever happens to the answer. */
async function create(
  ctx: JobCtx,
  attempt: Attempt,
  { connector, connection }: OpenedCms,
  writing: Writing,
): Promise<CmsWritten> {
  const { title, slug, contentHtml } = writing.item
  const snapshot = JSON.stringify({ title, slug, contentHtml })
  await ctx.write(({ db }) =>
    changeHeld(db, copyOfAttempt(attempt), {
      intended_at: sql<Date>`clock_timestamp()`,
      snapshot,
      live: writing.as === 'published',
    }),
  )
  try {
    return await connector.upsert(connection, { ...writing, externalId: null, etag: null })
  } catch (error) {
    throw error instanceof ConnectorFault && isLate(error) ? new CreateUnderWay(error) : error
  }
}

/** What a gateway answers that gave up waiting for the service behind it; 524 is Cloudflare's. */
const lateStatuses: readonly (number | undefined)[] = [408, 504, 524]
const isLate = ({ reason, httpStatus }: ConnectorFault): boolean =>
  reason === 'timeout' || lateStatuses.includes(httpStatus)

type WritingOver = {
  opened: OpenedCms
  writing: Writing
  externalId: string
  isForced: boolean
  expected: CmsCopy['fields']
}

/** Changes a copy as it was just read. Errors: `RemoteChanged` where somebody changed a mapped field there; `Detached`. */
function writeOver(
  ctx: JobCtx,
  attempt: Attempt,
  { opened, writing, externalId, isForced, expected }: WritingOver,
): Promise<CmsWritten> {
  const { copy } = attempt
  const { mapping, as } = writing
  return onLatest({ externalId, mapping }, opened, async ({ fields, etag }) => {
    // What is kept of one that was just found is what was sent, not what came back.
    const isRead = copy.external_id === externalId && copy.snapshot !== null
    const changed = isRead ? changedThere(fields, copy) : []
    if (changed.length > 0 && !isForced) throw new RemoteChanged(changed)
    // From here on it may be as it is sent, and public, whatever happens to the answer.
    await ctx.write(({ db }) =>
      changeHeld(db, copyOfAttempt(attempt), {
        ...(isRead ? { sent: JSON.stringify(expected) } : {}),
        ...(isRead && changed.length === 0 ? { snapshot: JSON.stringify(fields) } : {}),
        ...(as === 'published' ? { live: true } : {}),
        pushed_hash: null,
      }),
    )
    return opened.connector.upsert(opened.connection, { ...writing, externalId, etag })
  })
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
  const changed = differing(pictured(expected), pictured(back))
  const dropped = Object.keys(mapping).filter(
    (field) => (expected[field as CmsField] ?? '') !== '' && !(field in back),
  ) as CmsField[]
  return [...new Set([...changed, ...dropped])]
}
