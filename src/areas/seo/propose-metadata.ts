import { type ItemPicture, openGraphCard, twitterCard } from '#areas/content/index.ts'
import type { ItemChanges } from '#areas/items/index.ts'
import { storedId } from '#kernel/ids.ts'

import { articleJsonLd } from './json-ld.ts'
import { shortAnswer } from './short-answer.ts'

/** What `generateItemMetadata` can be asked for. */
export const metadataFields = ['seoTitle', 'metaDescription', 'og', 'twitter', 'tldr', 'faq', 'schemaJsonLd'] as const
export type MetadataField = (typeof metadataFields)[number]

/** The ones that only a model can make. */
export const modelFields = ['seoTitle', 'metaDescription', 'faq'] as const
export type ModelField = (typeof modelFields)[number]

/** The ones that can be made without a model (seo.md#metadata-without-a-model). */
export const deterministicFields: readonly MetadataField[] = ['og', 'twitter', 'tldr', 'schemaJsonLd']

export type Proposal = { field: MetadataField; value: Record<string, unknown>; method: 'deterministic' | 'model' }

/** Proposals made from the item itself. One that would say nothing is left out. Values are input of `updateItem`. */
export function proposeMetadata(
  picture: ItemPicture,
  fields: readonly MetadataField[],
  organization: { name: string },
): Proposal[] {
  return [...new Set(fields)].flatMap((field) => {
    const value = valueOf(field, picture, organization)
    return value === undefined ? [] : [{ field, value, method: 'deterministic' as const }]
  })
}

function valueOf(field: MetadataField, picture: ItemPicture, organization: { name: string }): ItemChanges | undefined {
  const { row, card, body, settings } = picture
  if (field === 'schemaJsonLd') return { schemaJsonLd: articleJsonLd(picture, organization) }
  if (field === 'og') {
    const { title, description } = openGraphCard(card)
    const words = description === '' ? {} : { ogDescription: description }
    return { ogTitle: title, ...words, ...(row.og_image_id === null ? imageOf(picture) : {}) }
  }
  if (field === 'twitter') {
    const { title, description } = twitterCard(card)
    return { twitterTitle: title, ...(description === '' ? {} : { twitterDescription: description }) }
  }
  if (field !== 'tldr') return undefined
  const { title, primary_keyword: keyword } = row
  const tldr = shortAnswer(body.contentHtml, { title, keyword, locale: settings.locale })
  return tldr === '' ? undefined : { tldr }
}

function imageOf({ row }: ItemPicture): ItemChanges {
  return row.featured_image_id === null ? {} : { ogImageId: storedId('media', row.featured_image_id) }
}
