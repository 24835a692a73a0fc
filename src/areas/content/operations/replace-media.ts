import { z } from 'zod'

import { demandOf } from '#areas/content/changes/change-item.ts'
import { changedItem } from '#areas/content/changes/changes.ts'
import { editItem } from '#areas/content/changes/edit-item.ts'
import {
  findPictured,
  type FoundPictured,
  itemsPicturing,
  type Pictured,
  picturePlaces,
} from '#areas/content/views/find-pictured.ts'
import {
  collectionIn,
  type ItemRow,
  lockItems,
  readSurroundings,
  statuses,
  type World,
  worldAround,
} from '#areas/items/index.ts'
import { requireImage } from '#areas/media/index.ts'
import { replaceSocialImage } from '#areas/organizations/index.ts'
import { replaceAuthorAvatars } from '#areas/taxonomies/index.ts'
import type { ChangedItem } from '#kernel/change.ts'
import type { Ctx } from '#kernel/context.ts'
import type { Writer } from '#kernel/database.ts'
import { deliveries } from '#kernel/delivery.ts'
import { Refusal } from '#kernel/errors.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { publishingWarning } from '#kernel/publishing-warning.ts'
import { id } from '#kernel/schema.ts'

/** Items that one call changes; each has its revision (media.md#replacing-is-one-call). */
const atOnce = 200
/** Items that the answer names, and whose warnings it holds: it is kept for retries. */
const shownItems = 50

export const replaceMedia = operation({
  name: 'replaceMedia',
  title: 'Use another image instead',
  summary: 'Puts one image in the place of another in items, their bodies and authors. The old one stays, unused.',
  scope: 'content:write',
  risk: 'write',
  startsJob: true,
  confirm: {
    when: () => false,
    whenStored: async (db, { from }, access) =>
      demandOf(db, { ids: await itemsPicturing(db, from, atOnce + 1), status: undefined, access }),
    rule: 'Required if a published item shows the image and the organization wants such edits confirmed.',
    alsoNeeds: 'content:publish',
  },
  errors: ['not_found', 'unsupported_media', 'conflict', 'too_large'],
  examples: [
    {
      title: 'A newer photo',
      input: { from: 'med_01k9x8f0000000000000000000', to: 'med_01k9x8f0000000000000000001' },
    },
  ],
  input: z
    .strictObject({ from: id('media'), to: id('media'), note })
    .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Must be another image' }),
  output: z.object({
    items: z
      .array(
        z.object({
          id: id('item'),
          title: z.string(),
          status: z.enum(statuses),
          places: z.array(z.enum(picturePlaces)),
        }),
      )
      .describe('The first 50 that change'),
    authors: z.array(z.object({ id: id('author'), name: z.string() })),
    rewritten: z.int().describe('How many items change'),
    publishingWarnings: z
      .array(z.object({ itemId: id('item'), warnings: z.array(publishingWarning) }))
      .describe('Of those that are published, where there are any'),
    // Shown, because only what is shown can be bound (approvals.md#approvals-bind-texts).
    alt: z
      .object({ from: z.string().nullable(), to: z.string().nullable() })
      .describe('The alt texts: where a place has that of the old image, it gets that of the new one'),
    deliveries: deliveries(),
    jobId: id('job').nullable(),
  }),

  async prepare(ctx, { from, to }): Promise<Found | undefined> {
    const rows = await ctx.read((db) => db.selectFrom('media').selectAll().where('id', 'in', [from, to]).execute())
    const replacement = { from: rows.find((row) => row.id === from), to: rows.find((row) => row.id === to) }
    // What is missing is refused in the transaction, where the refusal is the call's answer.
    if (replacement.from === undefined || replacement.to === undefined) return undefined
    const ids = await ctx.read((db) => itemsPicturing(db, from, atOnce + 1))
    if (ids.length > atOnce) return undefined
    const found = await findPictured(ctx, ids, { from: replacement.from, to: replacement.to })
    return { ...found, alt: { from: replacement.from.alt, to: replacement.to.alt } }
  },

  async handle(ctx, { from, to }, prepared: Found | undefined) {
    const { db } = ctx
    await requireFiles(db, from)
    await requireFiles(db, to)
    const ids = await itemsPicturing(db, from, atOnce + 1)
    if (ids.length > atOnce)
      throw new Refusal(
        'too_large',
        `More than ${atOnce} items show this image. Give some of them another one first.`,
        {
          limit: atOnce,
        },
      )

    const rows = await lockItems(db, ids)
    const edited = await editAll(ctx, rows, unchangedSince(rows, prepared))
    const authors = await replaceAuthorAvatars(ctx, from, to)
    await replaceSocialImage(db, from, to)

    const shown = edited.slice(0, shownItems)
    return {
      items: shown.map(({ after: { row }, places }) => ({
        id: row.id,
        title: row.title,
        status: row.effective_status,
        places,
      })),
      authors,
      rewritten: edited.length,
      publishingWarnings: await warningsOf(ctx, shown),
      alt: prepared?.alt ?? { from: null, to: null },
      deliveries: [...(await announce(ctx, edited))],
      jobId: ctx.carriedBy(),
    }
  },
})

/** What shows the image, and the alt texts with which that was prepared. */
type Found = FoundPictured & { alt: Record<'from' | 'to', string | null> }
type WriteCtx = Ctx<'write'>
type Edited = { before: ItemRow; after: World; places: Pictured['places'] }

async function requireFiles(db: Writer, mediaId: string): Promise<void> {
  const { variants } = await requireImage(db, mediaId)
  if (variants.length > 0) return
  throw new Refusal('unsupported_media', 'The file of this image is stored elsewhere. Upload or import it first.', {
    id: mediaId,
  })
}

// Bodies were rendered from what was stored then.
function unchangedSince(rows: ReadonlyMap<string, ItemRow>, found: FoundPictured | undefined): Pictured[] {
  const isSame = [...rows.values()].every(({ id: itemId, version }) => found?.versions.get(itemId) === version)
  if (isSame) return found?.pictured ?? []
  throw new Refusal(
    'conflict',
    'Another call changed an item that shows this image at the same time. Repeat the call with a new idempotency key.',
  )
}

async function editAll(
  ctx: WriteCtx,
  rows: ReadonlyMap<string, ItemRow>,
  pictured: readonly Pictured[],
): Promise<Edited[]> {
  const { db, actor, requestId, now } = ctx
  const surroundings = await readSurroundings(db)
  const edited: Edited[] = []
  for (const { id: itemId, changes, body, places } of pictured) {
    const before = rows.get(itemId)
    if (before === undefined) continue
    const world = await worldAround(db, before, surroundings)
    const { after } = await editItem(ctx, { world, changes, body, authorship: { actor, requestId, now } })
    edited.push({ before, after, places })
  }
  return edited
}

async function warningsOf({ db, checks }: WriteCtx, edited: readonly Edited[]) {
  const found = []
  for (const { after } of edited) {
    if (after.row.status !== 'published') continue
    const warnings = await checks.check(db, after)
    if (warnings.length > 0) found.push({ itemId: after.row.id, warnings })
  }
  return found
}

async function announce(ctx: WriteCtx, edited: readonly Edited[]) {
  const told: ChangedItem[] = edited.flatMap(({ before, after }) => {
    if (after.row.status !== 'published') return []
    const collection = collectionIn(after, after.row.collection_id)
    return [changedItem(ctx, { before, after: after.row, collection, settings: after.settings })]
  })
  return told.length === 0 ? [] : ctx.announce({ reason: 'updated', items: told })
}
