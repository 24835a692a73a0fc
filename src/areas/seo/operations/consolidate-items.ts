import { z } from 'zod'

import { redirectOutput } from '#areas/addresses/index.ts'
import { requireEnabled } from '#areas/collections/index.ts'
import { itemSummary, summariesOfRows } from '#areas/content/index.ts'
import { collectionIn, findItems, notAllowed, readSurroundings, statuses } from '#areas/items/index.ts'
import { addressBook } from '#areas/seo/address-book.ts'
import {
  announceConsolidation,
  lockParties,
  type Prepared,
  redirectAll,
  requireUnchanged,
  rewriteAll,
} from '#areas/seo/consolidate.ts'
import { findReferences } from '#areas/seo/find-references.ts'
import { rewrittenPlace } from '#areas/seo/rewritten-places.ts'
import { deliveries } from '#kernel/delivery.ts'
import { Refusal } from '#kernel/errors.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

/** The answer is kept for retries, so it stays small: the whole list is in listRedirects. */
const shownRedirects = 100
const shownItems = 50

export const consolidateItems = operation({
  name: 'consolidateItems',
  title: 'Consolidate duplicate items',
  summary:
    'Merges duplicates into a published winner: rewrites links to it, turns the duplicates into drafts, redirects their addresses.',
  scope: 'content:delete',
  risk: 'destructive',
  changesPublic: true,
  startsJob: true,
  idempotency: 'required',
  errors: [
    'not_found',
    'winner_in_duplicates',
    'not_same_collection',
    'collection_disabled',
    'plan_required',
    'invalid_transition',
    'conflict',
    'too_large',
  ],
  examples: [
    {
      title: 'Two articles into one',
      input: {
        winnerId: 'itm_01jzz0000000000000000000zz',
        duplicateIds: ['itm_01jzz0000000000000000000zy'],
        rewriteReferences: true,
        createRedirects: true,
      },
    },
  ],
  input: z.strictObject({
    winnerId: id('item'),
    duplicateIds: z.array(id('item')).min(1).max(50),
    rewriteReferences: z.literal(true),
    createRedirects: z.literal(true),
    note,
  }),
  output: z.object({
    winner: itemSummary,
    duplicates: z.array(itemSummary),
    redirects: z.array(redirectOutput),
    rewrittenItems: z.int(),
    rewritten: z
      .array(
        z.object({
          id: id('item'),
          title: z.string(),
          status: z.enum(statuses),
          references: z.int(),
          places: z.array(rewrittenPlace).describe('The first 3 references'),
        }),
      )
      .describe('The first 50 items that refer to a duplicate'),
    deliveries: deliveries(),
    jobId: id('job').nullable(),
  }),

  async prepare(ctx, { winnerId, duplicateIds }): Promise<Prepared | undefined> {
    const others = [...new Set(duplicateIds)]
    const book = await ctx.read(async (db) => {
      const rows = await findItems(db, [winnerId, ...others])
      const winner = rows.get(winnerId)
      const duplicates = others.flatMap((itemId) => rows.get(itemId) ?? [])
      // Missing or mixed items are refused in the transaction, where the refusal is stored as the call's answer.
      if (winner === undefined || duplicates.length < others.length || others.includes(winnerId)) return undefined
      if (duplicates.some((row) => row.collection_id !== winner.collection_id)) return undefined
      return addressBook({ db, baseUrl: ctx.baseUrl, organizationId: ctx.access.organization.id }, winner, duplicates)
    })
    return book === undefined ? undefined : { book, found: await findReferences(ctx, book) }
  },

  async handle(ctx, { winnerId, duplicateIds: given }, prepared: Prepared | undefined) {
    const { db, access } = ctx
    const duplicateIds = [...new Set(given)]
    if (duplicateIds.includes(winnerId))
      throw new Refusal(
        'winner_in_duplicates',
        'The winner cannot be its own duplicate. Leave it out of duplicateIds.',
        { id: winnerId },
      )
    const { winner, duplicates, rows } = await lockParties(db, { winnerId, duplicateIds }, prepared)
    const surroundings = await readSurroundings(db)
    const collection = collectionIn(surroundings, winner.collection_id)
    const elsewhere = duplicates.find((row) => row.collection_id !== winner.collection_id)
    if (elsewhere !== undefined)
      throw new Refusal('not_same_collection', 'Winner and duplicates must be items of one collection.', {
        id: elsewhere.id,
      })
    requireEnabled(collection, access.organization.plan)
    for (const row of [winner, ...duplicates]) if (row.trashed_at !== null) throw notAllowed('trash', 'consolidated')
    if (winner.status !== 'published')
      throw new Refusal(
        'invalid_transition',
        'The winner is not published, so nobody could follow the redirects to it. Publish it with publishItem first.',
        {
          id: winner.id,
          state: winner.effective_status,
          allowed: ['publishItem'],
        },
      )

    const { book, found } = await requireUnchanged(ctx, { winner, duplicates, rows }, prepared)
    const before = { winner, duplicates, collection }
    const after = await rewriteAll(ctx, before, { rows, found, surroundings })
    const redirects = await redirectAll(ctx, { ...after, collection }, { book, surroundings })

    const told = await announceConsolidation(ctx, before, after, {
      redirects,
      settings: surroundings.settings,
    })
    const [shown, ...summaries] = await summariesOfRows(ctx, [after.winner, ...after.duplicates], surroundings)
    if (shown === undefined) throw new Error('a winner without its summary')
    return {
      winner: shown,
      duplicates: summaries,
      redirects: redirects.slice(0, shownRedirects),
      rewrittenItems: after.rewritten.length,
      rewritten: after.rewritten.slice(0, shownItems).map(({ after: row }) => {
        const { count, first } = found.touched.get(row.id)?.places ?? { count: 0, first: [] }
        return { id: row.id, title: row.title, status: row.effective_status, references: count, places: first }
      }),
      deliveries: [...told],
      jobId: ctx.carriedBy(),
    }
  },
})
