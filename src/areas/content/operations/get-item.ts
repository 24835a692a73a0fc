import { z } from 'zod'

import { describeEditRequest, editRequestOutput } from '#areas/content/edit-requests/edit-request-output.ts'
import { editRequestsAsked } from '#areas/content/edit-requests/edit-requests.ts'
import { passageFinder } from '#areas/content/edit-requests/passages.ts'
import { reviewAsked } from '#areas/content/reviews/reviews.ts'
import { briefRevision, revisionsAsked } from '#areas/content/revisions/revision-lists.ts'
import { externalAsked } from '#areas/content/stored/external-copies.ts'
import { aroundIn } from '#areas/content/views/around.ts'
import { itemOutput, outputOf } from '#areas/content/views/item-output.ts'
import { type ItemRef, statuses, worldReader } from '#areas/items/index.ts'
import { joined, question } from '#kernel/ask.ts'
import { operation } from '#kernel/operation.ts'
import { publishingWarning } from '#kernel/publishing-warning.ts'
import { id, text, timestamp } from '#kernel/schema.ts'

const links = z.object({
  outgoing: z.array(
    z.object({
      href: z.string(),
      anchor: z.string(),
      state: z.enum(['live', 'draft', 'redirect', 'broken', 'unknown', 'external']),
      itemId: id('item').nullable(),
    }),
  ),
  incoming: z.array(z.object({ itemId: id('item'), title: z.string(), status: z.enum(statuses) })),
})

const parts = ['revisions', 'warnings', 'links', 'editRequests'] as const
type Part = (typeof parts)[number]

export const getItem = operation({
  name: 'getItem',
  title: 'Get an item',
  summary: 'Returns one item with all fields by id, or by slug and collection (default articles).',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'By slug', input: { slug: 'how-to-choose-a-crm', collection: 'articles' } }],
  input: z
    .strictObject({
      id: id('item').optional(),
      slug: text(200).optional(),
      collection: id('collection').optional().describe('Collection id or slug, with slug'),
      include: z.array(z.enum(parts)).max(parts.length).optional(),
      bodyFormat: z.enum(['source', 'html']).default('source'),
    })
    .refine(({ id: itemId, slug }) => (itemId === undefined) !== (slug === undefined), {
      path: ['id'],
      message: 'Give exactly one of id and slug',
    }),
  output: z.object({
    item: itemOutput,
    version: z.int(),
    external: z
      .object({
        integrationId: id('integration'),
        syncedAt: timestamp().nullable(),
        metaNotPersisted: z.array(z.string()),
        drift: z.array(z.string()),
      })
      .nullable()
      .describe('Its copy in a CMS'),
    revisions: z.array(briefRevision).optional(),
    publishingWarnings: z.array(publishingWarning).optional(),
    links: links.optional(),
    editRequests: z
      .array(editRequestOutput)
      .optional()
      .describe('The open ones first, then the newest; 40 at most, listEditRequests lists all'),
  }),

  async handle(ctx, { id: itemId, slug, collection, include, bodyFormat }) {
    const { db, checks, access, baseUrl } = ctx
    const wants = (part: Part) => include?.includes(part) === true
    const name = itemId === undefined ? { slug: slug ?? '', collection: collection ?? 'articles' } : { id: itemId }
    const { world, more } = await readerFor(wants)(db, name)

    const { row } = world
    const { review, external, revisions, editRequests } = more
    const isFound = editRequests && (await passageFinder(world, editRequests))
    const item = outputOf(row, { ...world, review }, bodyFormat, aroundIn(world, { access, baseUrl }))
    return {
      item,
      version: row.version,
      external,
      ...(revisions === undefined ? {} : { revisions }),
      ...(wants('warnings') ? { publishingWarnings: await checks.warningsOf(db, world) } : {}),
      ...(wants('links') ? { links: await checks.linksOf(db, world) } : {}),
      ...(editRequests && { editRequests: editRequests.map((one) => describeEditRequest(one, isFound)) }),
    }
  },
})

type More = { revisions?: true; editRequests?: true }

const moreAsked = (item: ItemRef, { revisions, editRequests }: More) =>
  joined({
    review: reviewAsked(item),
    external: externalAsked(item),
    revisions: revisions ? revisionsAsked(item) : noneAsked,
    editRequests: editRequests ? editRequestsAsked(item) : noneAsked,
  })
const noneAsked = question(undefined, () => undefined)

const readerWith = (more: More) => worldReader((item) => moreAsked(item, more))
// What is sent for each is put together once.
const readers = {
  plain: readerWith({}),
  revisions: readerWith({ revisions: true }),
  editRequests: readerWith({ editRequests: true }),
  both: readerWith({ revisions: true, editRequests: true }),
}

function readerFor(wants: (part: Part) => boolean) {
  if (wants('revisions')) return wants('editRequests') ? readers.both : readers.revisions
  return wants('editRequests') ? readers.editRequests : readers.plain
}
