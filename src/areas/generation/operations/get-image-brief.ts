import { z } from 'zod'

import { describePassage, passageOutput } from '#areas/generation/brief-passages.ts'
import { imagePurposes, imageRules, pixelsOf, rulesOfEveryImage, usualAspect } from '#areas/generation/image-rules.ts'
import { bodyOf, findItem } from '#areas/items/index.ts'
import { contextFor } from '#areas/library/index.ts'
import { mostImageBytes } from '#areas/media/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { storedId } from '#kernel/ids.ts'
import { imageTypes } from '#kernel/images.ts'
import { pictureAspects } from '#kernel/model.ts'
import { operation } from '#kernel/operation.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'
import { sectionsOf } from '#std/text-sections.ts'
import { visibleText } from '#std/visible-text.ts'

/** Of the Context Library, for what it says about pictures. */
const contextChars = 4000
const mostHeadings = 30

export const getImageBrief = operation({
  name: 'getImageBrief',
  title: 'Get a brief for an image',
  summary:
    'Returns what your own model needs to draw an image for an item: rules, size, subject. Then createMediaUpload.',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'A featured image', input: { itemId: 'itm_01jzz0000000000000000000zz', purpose: 'featured' } }],
  input: z.strictObject({
    itemId: id('item'),
    purpose: z.enum(imagePurposes),
    aspect: z.enum(pictureAspects).optional().describe('Left out: 16:9, inline 3:2'),
  }),
  output: z.object({
    instructions: z.array(z.string()),
    locale: z.string(),
    aspect: z.enum(pictureAspects),
    width: z.int(),
    height: z.int(),
    accepts: z.object({ mimes: z.array(z.string()), maxBytes: z.int() }),
    untrusted: z.object({
      source: z.string(),
      fetchedAt: timestamp(),
      title: z.string(),
      tldr: z.string().nullable(),
      excerpt: z.string().nullable(),
      headings: z.array(z.string()),
    }),
    contextPassages: z.array(passageOutput),
    handIn: z.object({ operation: z.string(), followedBy: z.array(z.string()) }),
  }),

  async handle({ db, now }, { itemId, purpose, aspect = usualAspect[purpose] }) {
    const item = await findItem(db, { id: itemId })
    const { content, contentFormat } = await bodyOf(db, itemId)
    const { locale } = await getSettings(db)
    const passages = await contextFor(db, {
      query: `${item.title}\n${item.primary_keyword ?? ''}`,
      phrase: item.primary_keyword ?? item.title,
      locale,
      collectionId: storedId('collection', item.collection_id),
      maxChars: contextChars,
      now,
    })
    return {
      instructions: [...imageRules[purpose], ...rulesOfEveryImage],
      locale,
      aspect,
      ...pixelsOf[aspect],
      accepts: { mimes: [...imageTypes], maxBytes: mostImageBytes },
      untrusted: {
        source: 'organization',
        fetchedAt: iso(now),
        title: visibleText(item.title),
        tldr: item.tldr && visibleText(item.tldr),
        excerpt: item.excerpt && visibleText(item.excerpt),
        headings: sectionsOf(content, contentFormat)
          .slice(0, mostHeadings)
          .map(({ start, end }) => visibleText(headingOf(content.slice(start, end)))),
      },
      contextPassages: passages.map(describePassage),
      handIn: { operation: 'createMediaUpload', followedBy: ['completeMediaUpload', 'updateItem'] },
    }
  },
})

/** The words of the heading with which a section begins. */
function headingOf(section: string): string {
  const [, inHtml, inMarkdown = ''] = /^<h[1-6][^>]*>([\s\S]*?)<\/h|^ {0,3}#{1,6}[ \t]+([^\n]*)/i.exec(section) ?? []
  return (inHtml?.replaceAll(/<[^>]*>/g, '') ?? inMarkdown)
    .replaceAll(/[*_`~]/g, '')
    .trim()
    .slice(0, 200)
}
