import { z } from 'zod'

import { type PreparedBody, renderChanged } from '#areas/content/changes/rendering.ts'
import { itemResource } from '#areas/content/feeds/item-resource.ts'
import { itemPicture } from '#areas/content/views/item-picture.ts'
import { describe, openGraphCard, twitterCard } from '#areas/content/views/social-cards.ts'
import { editableFields, findItem } from '#areas/items/index.ts'
import { resourceObject } from '#kernel/feed.ts'
import { operation } from '#kernel/operation.ts'
import { id, jsonObject } from '#kernel/schema.ts'
import { titleWidth } from '#std/title-width.ts'

const card = { title: z.string(), description: z.string(), image: z.string().nullable() }

export const previewItem = operation({
  name: 'previewItem',
  title: 'Preview an item',
  summary:
    'Shows how an item would look: body, search result, social cards, Content API answer. draftPatch: unsaved changes.',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [
    { title: 'With another title', input: { id: 'itm_01jzz0000000000000000000zz', draftPatch: { title: 'Ink' } } },
  ],
  input: z.strictObject({
    id: id('item'),
    draftPatch: z.strictObject(editableFields).optional().describe('Unsaved fields of updateItem'),
  }),
  output: z.object({
    html: z.string().describe('Sanitised body'),
    serp: z.object({ title: z.string(), titlePx: z.int(), description: z.string(), url: z.string() }),
    openGraph: z.object({ ...card, url: z.string() }),
    twitter: z.object({ ...card, card: z.enum(['summary', 'summary_large_image']) }),
    contentApiJson: jsonObject().describe('What /v1 would answer'),
  }),

  prepare: (ctx, { id: itemId, draftPatch = {} }) => renderChanged(ctx, itemId, draftPatch),

  async handle(ctx, { id: itemId, draftPatch: changes = {} }, body: PreparedBody | undefined) {
    const { db, access, baseUrl } = ctx
    const picture = await itemPicture(ctx, await findItem(db, { id: itemId }), { changes, body })
    const { row, card: source, terms, url } = picture
    const title = row.seo_title ?? row.title
    const resource = itemResource(
      {
        ...row,
        content: picture.body.content,
        content_html: picture.body.contentHtml,
        featured_image_url: source.featuredImage,
        terms: (['author', 'category', 'tag'] as const).flatMap((kind) =>
          terms[kind].map((term) => ({ kind, id: term.id })),
        ),
      },
      {
        collection: picture.collection,
        site: { siteUrl: picture.settings.siteUrl, baseUrl, organizationId: access.organization.id },
        author: terms.author[0]?.name ?? null,
      },
    )
    return {
      html: picture.body.contentHtml,
      serp: { title, titlePx: Math.round(titleWidth(title)), description: describe(source), url },
      openGraph: { ...openGraphCard(source), url },
      twitter: twitterCard(source),
      contentApiJson: { data: resourceObject(resource, `/v1/${access.organization.id}/`) },
    }
  },
})
