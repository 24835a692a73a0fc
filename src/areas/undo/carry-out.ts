import { pathOf, revertibleRedirects } from '#areas/addresses/index.ts'
import {
  changedItem,
  editItem,
  type PreparedBody,
  renderChanged,
  slugRedirects,
  trashItem,
  untrashItem,
  withKnownReferences,
} from '#areas/content/index.ts'
import { collectionIn, lockItems, lockWorld, type Status, type World } from '#areas/items/index.ts'
import { revertibleEntries } from '#areas/library/index.ts'
import { revertibleTerms } from '#areas/taxonomies/index.ts'
import { revertibleTopics } from '#areas/topics/index.ts'
import type { Actor, OrganizationFacts } from '#kernel/access.ts'
import type { ChangedItem, ContentChange, DeliveryRef } from '#kernel/change.ts'
import type { ItemWriter } from '#kernel/checks.ts'
import type { Ctx, PrepareCtx } from '#kernel/context.ts'
import type { ItemId, RequestId } from '#kernel/ids.ts'
import { journalOf } from '#kernel/journal.ts'
import type { Revertible } from '#kernel/revertible.ts'
import type { Scope } from '#kernel/scope.ts'

import { type Call, ended } from './calls.ts'
import { planOf } from './plan.ts'
import { changesOf, inTurn, type Plan, type Planned } from './planned.ts'

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

/** Takes records back in the open transaction. What has changed since the plan was made stays as it is. */
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
  const seen: Seen = { items: [], redirects: [], paths: [] }
  for (const record of inTurn(plan.records)) await takeBack(ctx, record, { body: bodies.get(record.id), seen })
  return { ...plan, deliveries: await tell(ctx, seen) }
}

const kinds: readonly Revertible[] = [revertibleEntries, revertibleRedirects, revertibleTerms, revertibleTopics]
const kindOf = new Map<string, Revertible>(kinds.map((kind) => [kind.type, kind]))

type Seen = { items: ChangedItem[]; redirects: { from: string; to: string }[]; paths: string[] }

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
  if (present === undefined) return
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
  const before = await lockWorld(ctx.db, record.id)
  let world = before
  if (record.existence === 'remove') world = await trashItem(ctx, world, authorship)
  else {
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
    if (record.action === 'trash') world = await trashItem(ctx, world, authorship)
  }
  note(ctx, { before, after: world }, seen)
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
  seen.items.push(changedItem(ctx, { before: before.row, after: after.row, collection, settings }))
  seen.redirects.push(...slugRedirects({ before: before.row, after: after.row, collection }))
  if (before.row.slug !== after.row.slug) seen.paths.push(pathOf(collection, after.row))
}

/** One message per transaction that changed something public. */
async function tell(ctx: RevertCtx, { items, redirects, paths }: Seen): Promise<readonly DeliveryRef[]> {
  if (items.length === 0 && paths.length === 0) return []
  const reason = items.length === 0 ? ('redirect_changed' as const) : ('updated' as const)
  return ctx.announce({ reason, items, redirects, paths: [...new Set(paths)] })
}
