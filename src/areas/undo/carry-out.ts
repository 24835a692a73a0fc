import { dropRedirect, pathOf, revertibleRedirects } from '#areas/addresses/index.ts'
import {
  changedItem,
  editItem,
  type PreparedBody,
  renderChanged,
  setItemSlugsAside,
  slugRedirects,
  trashItem,
  untrashItem,
  withKnownReferences,
} from '#areas/content/index.ts'
import { collectionIn, lockItems, lockWorld, type Status, type World } from '#areas/items/index.ts'
import { revertibleEntries } from '#areas/library/index.ts'
import { revertibleTerms, setTermSlugsAside } from '#areas/taxonomies/index.ts'
import { revertibleTopics } from '#areas/topics/index.ts'
import type { Actor, OrganizationFacts } from '#kernel/access.ts'
import type { ChangedItem, ChangeReason, ContentChange, DeliveryRef } from '#kernel/change.ts'
import type { ItemWriter } from '#kernel/checks.ts'
import type { Ctx, PrepareCtx } from '#kernel/context.ts'
import type { ItemId, RequestId } from '#kernel/ids.ts'
import { journalOf } from '#kernel/journal.ts'
import type { Revertible } from '#kernel/revertible.ts'
import type { Scope } from '#kernel/scope.ts'

import { type Call, ended } from './calls.ts'
import { planOf } from './plan.ts'
import { changesOf, inTurn, leaves, type Plan, type Planned } from './planned.ts'
import { type Passing, passingsIn } from './unique-names.ts'

/** What taking back works with, in a call or in a job. */
export type RevertCtx = ItemWriter &
  Pick<Ctx<'write'>, 'shownChanged'> & {
    actor: Actor
    access: { organization: Pick<OrganizationFacts, 'id'> }
    requestId: RequestId
    now: Date
    baseUrl: string
    announce(change: ContentChange): Promise<readonly DeliveryRef[]>
  }

export type Wanted = {
  calls: readonly Call[]
  recordIds?: readonly string[] | undefined
  scopes: readonly Scope[]
}

/** Rendered bodies, and the versions that records had when the plan was made. */
export type Prepared = { bodies: ReadonlyMap<string, PreparedBody>; versions: ReadonlyMap<string, number> }

/** Renders the bodies that items get back, outside the transaction. */
export async function prepareBodies(
  ctx: Pick<PrepareCtx, 'render' | 'checks' | 'read'>,
  records: readonly Planned[],
): Promise<Prepared> {
  const bodies = new Map<string, PreparedBody>()
  for (const record of records) {
    if (record.type !== 'item') continue
    const body = await renderChanged(ctx, record.id, changesOf(record.to))
    if (body !== undefined) bodies.set(record.id, body)
  }
  return { bodies, versions: new Map(records.map(({ id, version }) => [id, version])) }
}

/**
 * Takes records back in the open transaction. What has changed since the plan was made stays as it is. Only those of which
 * something was written are returned.
 */
export async function carryOut(
  ctx: RevertCtx,
  { calls, recordIds, scopes }: Wanted,
  { bodies, versions }: Prepared,
): Promise<Plan & { deliveries: readonly DeliveryRef[] }> {
  const { db } = ctx
  journalOf(db).revertOf = ended(calls).map(({ requestId }) => requestId)
  const ids = recordIds ?? [...versions.keys()]
  await lockItems(db, ids)
  for (const kind of kinds) await kind.lock(db, ids)
  const plan = await planOf(db, { calls, recordIds: ids, scopes, versions, now: ctx.now })
  const seen: Seen = { items: [], redirects: [], paths: [], live: new Set() }
  const passings = passingsIn(plan.records)
  await setNamesAside(ctx, passings)
  for (const record of inTurn(plan.records)) await takeBack(ctx, record, { body: bodies.get(record.id), seen })
  await leadRedirectsBack(ctx, plan.records)
  await takePathsOver(ctx, passings)
  const written = new Set(
    journalOf(db)
      .effects()
      .map(({ id }) => id),
  )
  const records = plan.records.filter(({ id }) => written.has(id))
  return { ...plan, records, deliveries: await tell(ctx, seen) }
}

const kinds: readonly Revertible[] = [revertibleEntries, revertibleRedirects, revertibleTerms, revertibleTopics]
const kindOf = new Map<string, Revertible>(kinds.map((kind) => [kind.type, kind]))

/** What gives its slug to another record does not have it any longer when that one gets it, whichever comes first. */
async function setNamesAside({ db }: RevertCtx, passings: readonly Passing[]): Promise<void> {
  const givers = passings.map(({ from }) => from)
  // What goes to the trash goes there first, with its slug.
  const itemIds = givers.flatMap((giver) => (giver.type === 'item' && !leaves(giver) ? [giver.id] : []))
  const termIds = givers.flatMap(({ type, id }) => (type === 'term' ? [id] : []))
  if (itemIds.length > 0) await setItemSlugsAside(db, itemIds)
  if (termIds.length > 0) await setTermSlugsAside(db, termIds)
}

/**
 * Redirects lead where they did. Items go first: one that leaves an address leads it to itself, whatever it led to before the item
 * came (undo.md#addresses-lead-on).
 */
async function leadRedirectsBack(ctx: RevertCtx, records: readonly Planned[]): Promise<void> {
  const staying = records.filter(({ type, existence }) => type === 'redirect' && existence !== 'remove')
  if (staying.length === 0) return
  const present = await revertibleRedirects.lock(
    ctx.db,
    staying.map(({ id }) => id),
  )
  for (const { id, whole } of staying) {
    // One whose item is there itself by now is gone.
    if (present.has(id)) await revertibleRedirects.restore(ctx, id, whole)
  }
}

/** What left an address afterwards does not lead away from the one that is live there now. */
async function takePathsOver(ctx: RevertCtx, passings: readonly Passing[]): Promise<void> {
  for (const { to } of passings) {
    if (to.type !== 'item') continue
    const world = await lockWorld(ctx.db, to.id)
    const { row } = world
    if (row.status !== 'published') continue
    await dropRedirect(ctx, pathOf(collectionIn(world, row.collection_id), row), to.id as ItemId)
  }
}

type Seen = {
  items: { reason: ChangeReason; item: ChangedItem }[]
  redirects: { from: string; to: string }[]
  paths: string[]
  live: Set<string>
}

async function takeBack(
  ctx: RevertCtx,
  record: Planned,
  { body, seen }: { body: PreparedBody | undefined; seen: Seen },
): Promise<void> {
  const kind = kindOf.get(record.type)
  if (kind === undefined) return takeItemBack(ctx, record, { body, seen })
  const { id, existence, whole, last } = record
  if (record.type === 'redirect') seen.paths.push(String(whole['fromPath']))
  // An item that was taken back already may have moved it.
  const present = (await kind.lock(ctx.db, [id])).get(id)
  if (existence === 'recreate') return kind.recreate(ctx, id, { n: last + 1, snapshot: whole })
  if (present === undefined || (record.type === 'redirect' && existence === 'stays')) return
  if (existence === 'remove') await kind.remove(ctx, id, whole)
  else await kind.restore(ctx, id, whole)
}

async function takeItemBack(
  ctx: RevertCtx,
  record: Planned,
  { body, seen }: { body: PreparedBody | undefined; seen: Seen },
): Promise<void> {
  const { actor, requestId, now } = ctx
  const authorship = { actor, requestId, now }
  const before = withOwnSlug(await lockWorld(ctx.db, record.id), record)
  let world = leaves(record) && before.row.trashed_at === null ? await trashItem(ctx, before, authorship) : before
  if (record.existence !== 'remove') {
    if (before.row.trashed_at !== null && record.to['trashedAt'] === null)
      world = await untrashItem(ctx, world, authorship)
    const changes = await withKnownReferences(ctx.db, changesOf(record.to))
    const state = stateOfItem(record, world)
    const { consolidatedIntoId } = record.to
    const edited = await editItem(ctx, {
      world,
      changes,
      ...(body === undefined ? {} : { body }),
      ...(state === undefined ? {} : { state }),
      // Stored from the column.
      ...(consolidatedIntoId === undefined ? {} : { consolidatedInto: consolidatedIntoId as ItemId | null }),
      authorship,
    })
    world = edited.after
  }
  note(ctx, { before, after: world }, seen)
}

// Its slug may have been set aside.
function withOwnSlug(world: World, { from }: Planned): World {
  const { slug } = from
  return typeof slug === 'string' ? { ...world, row: { ...world.row, slug } } : world
}

function stateOfItem({ to }: Planned, { row }: World) {
  const names = ['status', 'publishAt', 'firstPublishedAt']
  if (!names.some((name) => name in to)) return undefined
  const at = (name: string, present: Date | null) => (name in to ? dateOf(to[name]) : present)
  return {
    // Stored from the column.
    status: (to['status'] ?? row.status) as Status,
    publishAt: at('publishAt', row.publish_at),
    firstPublishedAt: at('firstPublishedAt', row.first_published_at),
  }
}

const dateOf = (value: unknown): Date | null => (value === null || value === undefined ? null : new Date(String(value)))

function note(ctx: RevertCtx, { before, after }: { before: World; after: World }, seen: Seen): void {
  if (before.row.status !== 'published' && after.row.status !== 'published') return
  const collection = collectionIn(after, after.row.collection_id)
  const { settings } = after
  const item = changedItem(ctx, { before: before.row, after: after.row, collection, settings })
  seen.items.push({ reason: reasonOf(after.row), item })
  seen.redirects.push(...slugRedirects({ before: before.row, after: after.row, collection }))
  if (after.row.status === 'published') seen.live.add(pathOf(collection, after.row))
  if (before.row.slug !== after.row.slug) seen.paths.push(pathOf(collection, after.row))
}

function reasonOf({ status, trashed_at: trashedAt }: World['row']): ChangeReason {
  if (status === 'published') return 'updated'
  return trashedAt === null ? 'unpublished' : 'deleted'
}

/** One message per transaction that changed something public, and one more for what is no longer public. */
async function tell(ctx: RevertCtx, { items, paths, live, ...seen }: Seen): Promise<readonly DeliveryRef[]> {
  // An address that another item has now leads nowhere else.
  const redirects = seen.redirects.filter(({ from }) => !live.has(from))
  if (items.length === 0 && paths.length === 0) return []
  const byReason = Map.groupBy(items, ({ reason }) => reason)
  const [first = 'redirect_changed', ...others] = byReason.keys()
  const itemsOf = (reason: ChangeReason) => (byReason.get(reason) ?? []).map(({ item }) => item)
  const told = [
    ...(await ctx.announce({ reason: first, items: itemsOf(first), redirects, paths: [...new Set(paths)] })),
  ]
  for (const reason of others) told.push(...(await ctx.announce({ reason, items: itemsOf(reason) })))
  return told
}
