import { expressionBuilder, type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { z } from 'zod'

import { type Addressed, type Placing, type Site, urlOfRow } from '#areas/addresses/index.ts'
import { describeVariants, variantOutput } from '#areas/media/index.ts'
import { absoluteUrl, type Fields } from '#kernel/feed.ts'
import type { Tables } from '#kernel/tables.ts'
import { inOrderOf } from '#std/objects.ts'

import { furtherAttributes, type FurtherColumn, furtherColumns, furtherSchemas } from './item-attributes.ts'

const { canonical_url, h1, tldr, related_articles, external_url, custom_fields, ...others } = furtherSchemas

/** What an article or item shows only where `_fields` asks for it (content-api.md#further-attributes). */
export const furtherShape = {
  url: z.string().describe('Public URL'),
  canonical_url,
  h1,
  tldr,
  ...others,
  related_articles: related_articles.describe('Published items only'),
  external_url,
  custom_fields,
  featured_image: z
    .object({
      url: z.string().nullable(),
      alt: z.string().nullable(),
      width: z.int().nullable(),
      height: z.int().nullable(),
      variants: z.array(variantOutput.omit({ bytes: true })),
    })
    .nullable(),
  reading_time_minutes: z.int().nullable(),
}

/** The names of these attributes. */
export const furtherNames = Object.keys(furtherShape)

/** Whether some of them are asked for. */
export function asksFurther(fields: Fields): boolean {
  return fields !== undefined && furtherNames.some((name) => fields.has(name))
}

type Open = { id: string; slug: string; url_template: string }

/** Their columns, in a query on `item as i` with its featured image as `m`, behind the gate. */
export const furtherSelection = [
  ...furtherColumns,
  'i.category_slug',
  'i.reading_minutes',
  'm.id as image_id',
  'm.alt as image_alt',
  'm.width as image_width',
  'm.height as image_height',
  'm.variants as image_variants',
] as const

/** When what `item as i` shows of others last changed: its image, and the items that it names as related, whatever their status. */
export const othersChangedAt = sql<Date | string | null>`greatest(m.updated_at, (
  select max(t.updated_at) from app.item t where t.organization_id = i.organization_id and t.id = any(i.related_articles)))`

/** The published items that `item as i` names as related, in their order. */
export function relatedItems() {
  const published = expressionBuilder<Tables>()
    .selectFrom('item as t')
    .where('t.id', '=', sql<string>`r.id`)
    .where('t.trashed_at', 'is', null)
    .where('t.effective_status', '=', 'published')
    .select(['t.id', 't.slug', 't.title', 't.canonical_url', 't.category_slug', 't.publish_at', 't.collection_id'])
    .limit(1)
  return jsonArrayFrom(
    expressionBuilder<Tables & { open: Open }>()
      .selectFrom(sql<{ id: string; n: number }>`unnest(i.related_articles) with ordinality`.as<'r'>(sql`r(id, n)`))
      .innerJoinLateral(
        () => published.as('t'),
        (join) => join.onTrue(),
      )
      .innerJoin('open', 'open.id', 't.collection_id')
      .select(['t.id', 't.slug', 't.title', 't.canonical_url', 't.category_slug', 't.publish_at'])
      .select(['open.slug as collection_slug', 'open.url_template'])
      .orderBy('r.n'),
  )
}

type Related = Addressed & { id: string; title: string; collection_slug: string; url_template: string }

/** A row of a request that asks for further attributes. */
export type FurtherRow = Addressed &
  Pick<Selectable<Tables['item']>, FurtherColumn | 'reading_minutes' | 'title'> & {
    featured_image_url: string | null
    image_id: string | null
    image_alt: string | null
    image_width: number | null
    image_height: number | null
    image_variants: Selectable<Tables['media']>['variants'] | null
    related: readonly Related[]
    others_changed_at: Date | string | null
  }

type Place = { site: Pick<Site, 'siteUrl' | 'baseUrl' | 'organizationId'>; collection: Placing }

/** The further attributes of a row, all of them. */
export function furtherOf(row: FurtherRow, { site, collection }: Place) {
  return inOrderOf(furtherShape, {
    ...furtherAttributes(row),
    url: urlOfRow(row, { collection, site }),
    related_articles: row.related.map(({ collection_slug: of, url_template: urlTemplate, ...item }) => ({
      id: item.id,
      slug: item.slug,
      title: item.title,
      url: urlOfRow(item, { collection: { slug: of, urlTemplate, timezone: collection.timezone }, site }),
    })),
    featured_image: imageOf(row, site),
    reading_time_minutes: row.reading_minutes,
  })
}

function imageOf(row: FurtherRow, { baseUrl, organizationId }: Place['site']) {
  const { image_id: id } = row
  if (id === null) return null
  const stored = { id, variants: row.image_variants ?? [] }
  return {
    url: absoluteUrl(row.featured_image_url, baseUrl),
    alt: row.image_alt,
    width: row.image_width,
    height: row.image_height,
    variants: describeVariants(stored, { baseUrl, access: { organization: { id: organizationId } } }).map(
      ({ url, width, height, format }) => ({ url, width, height, format }),
    ),
  }
}
