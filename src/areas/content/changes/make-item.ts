import {
  type Collection,
  collectionNamed,
  defaultsOf,
  requireEnabled,
  requireFittingFields,
} from '#areas/collections/index.ts'
import type { Authorship } from '#areas/content/revisions/revisions.ts'
import type { Provenance } from '#areas/content/stored/provenance.ts'
import { type ItemChanges, type Origin, readSurroundings, type Status, type World } from '#areas/items/index.ts'
import { knownPreset, presetsOf, requirePresets, type Settings } from '#areas/organizations/index.ts'
import { hasAuthor } from '#areas/taxonomies/index.ts'
import type { Reader } from '#kernel/database.ts'
import type { PublishingWarning } from '#kernel/publishing-warning.ts'
import type { Rendered } from '#kernel/render.ts'

import type { ChangeCtx } from './change-item.ts'
import { changedItem } from './changes.ts'
import { insertItem } from './insert-item.ts'
import { requirePublishable } from './publishable.ts'
import { requireDateWithStatus, transition } from './transitions.ts'

export type ItemToMake = {
  /** Id or slug. */
  collection: string
  title: string
  changes: ItemChanges
  status: Status
  publishAt: string | undefined
  rendered: Rendered
  origin: Origin
  provenance?: Provenance
}

/** What an item is before its first status. */
const unwritten = { status: 'draft', publish_at: null, first_published_at: null } as const

/**
 * Makes an item by the rules of `createItem`, and tells the websites of one that is public at once. Returns it and its
 * warnings, whatever its status.
 */
export async function makeItem(
  ctx: ChangeCtx,
  { collection: idOrSlug, status, publishAt, changes, ...item }: ItemToMake,
  authorship: Authorship,
): Promise<{ made: World; publishingWarnings: PublishingWarning[] }> {
  const { db, checks } = ctx
  requireDateWithStatus(status === 'draft' ? undefined : status, publishAt)
  const surroundings = await readSurroundings(db)
  const { settings } = surroundings
  const collection = collectionNamed(surroundings.collections, idOrSlug)
  requireEnabled(collection, ctx.access.organization.plan)
  if (changes.customFields !== undefined) requireFittingFields(collection, changes.customFields)
  requirePresets(settings.presets, changes)
  const date = publishAt === undefined ? undefined : new Date(publishAt)
  const state = transition(unwritten, status, date, authorship.now)
  if (status !== 'draft') requirePublishable(settings, undefined)

  const given = { ...changes, ...(await defaultsFor(db, { changes, collection, settings })) }
  const made = await insertItem(ctx, { ...item, changes: given, surroundings, collection, state, authorship })
  const { row } = made

  const checked = { ...made, body: { ...made.body, rendered: item.rendered } }
  const publishingWarnings = await checks.check(db, checked)
  if (row.status !== 'draft') await checks.requireNoErrors(db, checked, { warnings: publishingWarnings })

  if (row.status === 'published')
    await ctx.announce({ reason: 'published', items: [changedItem(ctx, { after: row, collection, settings })] })
  return { made, publishingWarnings }
}

/** What the collection, else the organization has for new items, where the call says nothing. Authors belong to a collection. */
async function defaultsFor(
  db: Reader,
  { changes, collection, settings }: { changes: ItemChanges; collection: Collection; settings: Settings },
): Promise<ItemChanges> {
  const { authorId } = settings.defaults
  const { articleTypes, writingStyles } = presetsOf(settings.presets)
  const own = defaultsOf(collection)
  const of = (field: 'articleType' | 'writingStyle', presets: readonly string[]) =>
    knownPreset(presets, own[field]) ?? knownPreset(presets, settings.defaults[field])
  const articleType = of('articleType', articleTypes)
  const writingStyle = of('writingStyle', writingStyles)
  const isAuthor =
    changes.authorIds === undefined &&
    collection.defaultAuthorId === null &&
    authorId !== null &&
    (await hasAuthor(db, collection.id, authorId))
  return {
    ...(changes.articleType === undefined && articleType !== null ? { articleType } : {}),
    ...(changes.writingStyle === undefined && writingStyle !== null ? { writingStyle } : {}),
    ...(isAuthor ? { authorIds: [authorId] } : {}),
  }
}
