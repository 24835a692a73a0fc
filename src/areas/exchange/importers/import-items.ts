import type { Collection } from '#areas/collections/index.ts'
import { editItem, insertItem, requirePublishable, untaken } from '#areas/content/index.ts'
import { type ItemChanges, type ItemRow, lockItem, type Surroundings, worldAround } from '#areas/items/index.ts'
import { presetsOf } from '#areas/organizations/index.ts'
import type { Rendered } from '#kernel/render.ts'
import { slugify, withSuffix } from '#std/slugs.ts'

import { type ExistingItem, storedKey } from './import-existing.ts'
import { type WantedItem, sourceChanges } from './import-plan.ts'
import type { ImportRun, ImportTransaction } from './import-run.ts'
import type { ItemOutcome } from './import-summary.ts'
import type { ImportedItem, Remark } from './record.ts'

/** What is to be done with one entry. */
export type ItemPlan = {
  item: ImportedItem
  collection: Collection
  wanted: WantedItem
  existing: ExistingItem | undefined
  remarks: Remark[]
} & Step

export type Step =
  | { step: 'none'; outcome: Exclude<ItemOutcome, 'created' | 'updated'>; reason: string | null }
  | { step: 'create' }
  | { step: 'update'; changed: string[] }

/** The outcome of writing one entry. */
export type ItemResult = {
  outcome: ItemOutcome
  reason: string | null
  row: ItemRow | null
}

/** What happens to an entry, depending on what is stored of it. */
export function stepOf(
  item: ImportedItem,
  wanted: WantedItem,
  { existing, draftsOnly }: { existing: ExistingItem | undefined; draftsOnly: boolean },
): Step {
  if (existing === undefined) return { step: 'create' }
  if (existing.row.trashed_at !== null)
    return { step: 'none', outcome: 'trashed', reason: 'It is in the trash: restore it, or remove it for good' }
  if (existing.written === null)
    return { step: 'none', outcome: 'left', reason: 'The revision that the import wrote is no longer there' }
  const changes = sourceChanges(wanted, item.slug, existing)
  const changed = draftsOnly ? changes.filter((field) => field !== 'status') : changes
  if (changed.length === 0) return { step: 'none', outcome: 'unchanged', reason: null }
  if (draftsOnly && existing.row.effective_status !== 'draft')
    return { step: 'none', outcome: 'left', reason: `It is ${existing.row.effective_status} here: it stays as it is` }
  if (existing.isEdited)
    return { step: 'none', outcome: 'left', reason: 'It was edited here, and its source changed too: the edit stays' }
  return { step: 'update', changed }
}

/** Whether the body must be rendered before the plan is carried out. */
export function needsBody(plan: ItemPlan): boolean {
  return plan.step === 'create' || (plan.step === 'update' && plan.changed.some((field) => field.startsWith('content')))
}

/** What items are written with in one transaction of a run. */
export type ItemPlace = { run: ImportRun; surroundings: Surroundings }

/** Creates or changes the item of a plan. */
export async function writeItem(
  { db }: ImportTransaction,
  place: ItemPlace,
  plan: ItemPlan,
  rendered: Rendered | undefined,
): Promise<ItemResult> {
  if (plan.step === 'create' && rendered !== undefined) return createImported(db, place, plan, rendered)
  if (plan.step === 'update' && plan.existing !== undefined)
    return updateImported(db, place, plan, { existing: plan.existing, changed: plan.changed, rendered })
  if (plan.step !== 'none') throw new Error('A plan without its body')
  return { outcome: plan.outcome, reason: plan.reason, row: plan.existing?.row ?? null }
}

type Db = ImportTransaction['db']

async function createImported(
  db: Db,
  { run, surroundings }: ItemPlace,
  plan: ItemPlan,
  rendered: Rendered,
): Promise<ItemResult> {
  const { item, collection, wanted, remarks } = plan
  const { authorship, checks } = run.parts
  // exchange.md#imports-that-publish
  if (wanted.state.status === 'published') requirePublishable(surroundings.settings, undefined)
  const slug = await freeSlug(db, run, plan, item.slug ?? slugify(item.title))
  if (item.slug !== null && slug !== undefined) remarkSlug(item.slug, slug, remarks)
  const written = {
    surroundings,
    collection,
    title: item.title,
    changes: {
      ...storable(run, withKnownStyle(wanted.changes, surroundings, remarks)),
      ...(slug === undefined ? {} : { slug }),
    },
    state: dated(wanted, authorship.now),
    firstPublishedAt: datedThere(plan, authorship.now),
    rendered,
    origin: 'import' as const,
    authorship,
    sourceKey: storedKey(item.sourceKey),
    ...(item.createdAt === null ? {} : { createdAt: item.createdAt }),
    ...(isEditedAfter(item, authorship.now) ? { editedAt: item.modifiedAt } : {}),
  }
  const { row } = await insertItem({ db, checks }, written)
  return { outcome: 'created', reason: null, row }
}

type Update = { existing: ExistingItem; changed: string[]; rendered: Rendered | undefined }

async function updateImported(
  db: Db,
  { run, surroundings }: ItemPlace,
  plan: ItemPlan,
  { existing, changed, rendered }: Update,
): Promise<ItemResult> {
  const { item, wanted, remarks } = plan
  const { authorship, checks } = run.parts
  const before = await lockItem(db, existing.row.id)
  if (before.version !== existing.row.version)
    return { outcome: 'left', reason: 'It was changed here during the import: run it again', row: before }
  if (changed.includes('status') && wanted.state.status === 'published' && before.status !== 'published')
    requirePublishable(surroundings.settings, before)

  const fields = Object.entries(wanted.changes).filter(([field]) => changed.includes(field))
  const slug = changed.includes('slug') && item.slug !== null ? await freeSlug(db, run, plan, item.slug) : undefined
  if (item.slug !== null && slug !== undefined) remarkSlug(item.slug, slug, remarks)
  const state = dated(wanted, before.status === 'published' ? (before.publish_at ?? authorship.now) : authorship.now)
  const { after, changed: written } = await editItem(
    { db, checks },
    {
      world: await worldAround(db, before, surroundings),
      changes: {
        ...storable(run, withKnownStyle(Object.fromEntries(fields), surroundings, remarks)),
        ...(slug === undefined ? {} : { slug }),
      },
      state: changed.includes('status') ? state : undefined,
      body: rendered === undefined ? undefined : { content: item.content, format: item.contentFormat, rendered },
      authorship,
    },
  )
  if (written.length === 0 && !run.parts.dryRun) return { outcome: 'unchanged', reason: null, row: after.row }
  return { outcome: 'updated', reason: null, row: after.row }
}

/** The wanted slug, or its first free form with a suffix; undefined where the title yields none. */
async function freeSlug(db: Db, { imagined }: ImportRun, plan: ItemPlan, wanted: string): Promise<string | undefined> {
  if (wanted === '') return undefined
  const { collection, existing } = plan
  let slug = await untaken(db, collection.id, wanted, existing?.row.id)
  for (let n = 2; imagined.slugs.has(slugKey(collection, slug)); n++) {
    slug = await untaken(db, collection.id, withSuffix(wanted, n), existing?.row.id)
  }
  return slug
}

/** A writing style that the organization does not have is left out. */
function withKnownStyle(
  { writingStyle, ...others }: ItemChanges,
  { settings }: Surroundings,
  remarks: Remark[],
): ItemChanges {
  if (writingStyle === undefined) return others
  if (writingStyle === null || presetsOf(settings.presets).writingStyles.includes(writingStyle))
    return { ...others, writingStyle }
  remarks.push({ code: 'value_ignored', message: `There is no writing style "${writingStyle}" here` })
  return others
}

/** In a dry run, what was created and rolled back has no name to report. */
function storable({ imagined }: ImportRun, changes: ItemChanges): ItemChanges {
  if (imagined.terms.length === 0 && imagined.media.size === 0) return changes
  const gone = new Set<unknown>([...imagined.terms.map(({ id }) => id), ...imagined.media.values()])
  return Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [
      field,
      Array.isArray(value) ? value.filter((entry) => !gone.has(entry)) : gone.has(value) ? null : value,
    ]),
  )
}

/** A slug within its collection. */
export function slugKey({ id }: { id: string }, slug: string): string {
  return `${id} ${slug}`
}

function remarkSlug(wanted: string, slug: string, remarks: Remark[]): void {
  if (slug === wanted) return
  const message = `Another item has the slug "${wanted}", this one got "${slug}": links of other entries lead to the other one`
  remarks.push({ code: 'slug_shared', message })
}

// What was public there and is a draft here keeps its date for the day it is published.
function datedThere({ item: { status, publishAt, firstPublishedAt }, wanted }: ItemPlan, now: Date): Date | null {
  if (wanted.state.status !== 'draft') return null
  return status === 'published' && publishAt !== null && publishAt <= now ? publishAt : (firstPublishedAt ?? null)
}

function dated({ state }: WantedItem, otherwise: Date): WantedItem['state'] {
  return state.status === 'published' ? { status: 'published', publishAt: state.publishAt ?? otherwise } : state
}

function isEditedAfter({ createdAt, modifiedAt }: ImportedItem, now: Date): boolean {
  return modifiedAt !== null && createdAt !== null && modifiedAt > createdAt && modifiedAt <= now
}
