import { z } from 'zod'

import { headline, id, iso, jsonObject, longText, slug, text, title, url, words } from '#kernel/schema.ts'

import { sectionSlugOf } from './compared-sections.ts'
import {
  faqEntry,
  jsonLd,
  linkSuggestion,
  relatedArticle,
  robots,
  screenshotAttribute,
  screenshotEntry,
  termLimits,
} from './entries.ts'
import { many, oneMedia, suggestedItems } from './field-references.ts'
import type { ItemField } from './item-field.ts'
import { shownList, shownScreenshots } from './shown.ts'

/** What a body is written in. */
export const contentFormats = ['markdown', 'html'] as const

const contentBytes = 400_000

/** What the Content API shows only where `_fields` asks for it. */
const further = <const N extends string, S extends z.ZodType>(name: N, schema: S) =>
  ({ attribute: { name, schema, isFurther: true } }) as const
const shownText = z.string().nullable()

/** A text that an item may lack. */
const optionalText = (max: number) => ({ input: text(max).nullable().optional(), output: z.string().nullable() })
const optionalUrl = () => ({ input: url().nullable().optional(), output: z.string().nullable() })
const optionalImage = () => ({
  input: id('media').nullable().optional(),
  output: id('media').nullable(),
  refersTo: oneMedia,
})
const listOf = <S extends z.ZodType>(entry: S, max: number) => ({
  input: z.array(entry).max(max).optional(),
  output: z.array(entry),
})
const terms = <K extends keyof typeof termLimits>(term: K) => ({
  input: z.array(id(term)).max(termLimits[term]).optional(),
  term,
  refersTo: many('term'),
})

/**
 * The fields of an item that can be edited. Everything that reads or writes a field follows from its line
 * here (content.md#one-declaration-of-a-field). Changes are reported in this order.
 */
export const itemFieldTable = {
  content: {
    input: longText(contentBytes).optional().describe('Markdown (GFM), or HTML with contentFormat html'),
    isText: true,
    isSearched: true,
  },
  contentFormat: { input: z.enum(contentFormats).optional(), isText: true, isSearched: true },
  title: {
    input: headline(300).optional(),
    output: title(300),
    column: 'title',
    isText: true,
    isSearched: true,
    attribute: { name: 'title', schema: z.string() },
  },
  slug: {
    input: slug().optional().describe('Unique in the collection; left out: made from the title'),
    output: z.string(),
    column: 'slug',
    isSearched: true,
    attribute: { name: 'slug', schema: z.string() },
  },
  h1: { ...optionalText(300), column: 'h1', isText: true, ...further('h1', shownText) },
  tldr: { ...optionalText(600), column: 'tldr', isText: true, ...further('tldr', shownText) },
  excerpt: {
    ...optionalText(500),
    column: 'excerpt',
    isText: true,
    isSearched: true,
    attribute: { name: 'excerpt', schema: z.string().nullable() },
    csv: true,
    isInMarkdown: true,
  },
  seoTitle: {
    ...optionalText(300),
    column: 'seo_title',
    isText: true,
    attribute: {
      name: 'seo_title',
      schema: z.string(),
      of: (stored: string | null, row: { title: string }) => stored ?? row.title,
    },
    csv: true,
    isInMarkdown: true,
    carried: {
      label: 'SEO title',
      max: 300,
      wxr: '_yoast_wpseo_title',
      wordPress: ['yoast_head_json', 'title'],
    },
  },
  metaDescription: {
    ...optionalText(500),
    column: 'meta_description',
    isText: true,
    attribute: { name: 'meta_description', schema: z.string(), of: (stored: string | null) => stored ?? '' },
    csv: true,
    isInMarkdown: true,
    carried: {
      label: 'description',
      max: 500,
      wxr: '_yoast_wpseo_metadesc',
      wordPress: ['yoast_head_json', 'description'],
    },
  },
  canonicalUrl: {
    ...optionalUrl(),
    column: 'canonical_url',
    isText: true,
    isSearched: true,
    ...further('canonical_url', shownText),
    csv: true,
  },
  canonicalReason: {
    input: z.enum(['syndicated']).nullable().optional(),
    output: z.string().nullable(),
    column: 'canonical_reason',
    isText: true,
  },
  primaryKeyword: {
    ...optionalText(120),
    column: 'primary_keyword',
    isText: true,
    ...further('primary_keyword', shownText),
    csv: true,
    isInMarkdown: true,
  },
  secondaryKeywords: {
    input: z.array(words(120)).max(20).optional(),
    output: z.array(z.string()),
    column: 'secondary_keywords',
    isText: true,
    ...further('secondary_keywords', z.array(z.string())),
    isInMarkdown: true,
  },
  ogTitle: { ...optionalText(300), column: 'og_title', isText: true, ...further('og_title', shownText) },
  ogDescription: {
    ...optionalText(500),
    column: 'og_description',
    isText: true,
    ...further('og_description', shownText),
  },
  ogImageId: { ...optionalImage(), column: 'og_image_id', isText: true },
  twitterTitle: {
    ...optionalText(300),
    column: 'twitter_title',
    isText: true,
    ...further('twitter_title', shownText),
  },
  twitterDescription: {
    ...optionalText(500),
    column: 'twitter_description',
    isText: true,
    ...further('twitter_description', shownText),
  },
  schemaJsonLd: {
    input: jsonLd.nullable().optional().describe('JSON-LD object'),
    output: jsonObject().nullable(),
    column: 'schema_json_ld',
    json: true,
    isOrdered: true,
    isText: true,
    attribute: { name: 'schema_json_ld', schema: z.looseObject({}).nullable() },
  },
  relatedArticles: {
    ...listOf(id('item'), 20),
    column: 'related_articles',
    isText: true,
    ...further('related_articles', z.array(relatedArticle)),
    refersTo: many('item'),
  },
  internalLinkSuggestions: {
    ...listOf(linkSuggestion, 50),
    column: 'internal_link_suggestions',
    json: true,
    refersTo: suggestedItems,
  },
  featuredImageId: { ...optionalImage(), column: 'featured_image_id' },
  authorIds: { ...terms('author'), isBulk: true },
  categoryIds: { ...terms('category'), isBulk: true, isUnreviewed: true },
  tagIds: { ...terms('tag'), isBulk: true, isUnreviewed: true },
  faq: {
    ...listOf(faqEntry, 20),
    column: 'faq',
    json: true,
    isOrdered: true,
    isText: true,
    attribute: {
      name: 'faq',
      schema: z.array(z.looseObject({ question: z.string(), answer: z.string() })),
      of: shownList,
    },
  },
  robots: {
    input: z.strictObject({ noindex: z.boolean().optional(), nofollow: z.boolean().optional() }).optional(),
    output: robots,
    column: 'robots',
    json: true,
    isText: true,
    ...further('robots', robots),
    isBulk: true,
    // What is left out stays as it is.
    normalize: (given: object, stored: object | undefined) => ({
      noindex: false,
      nofollow: false,
      ...stored,
      ...given,
    }),
  },
  customFields: {
    input: jsonObject().optional(),
    output: jsonObject(),
    column: 'custom_fields',
    json: true,
    isOrdered: true,
    ...further('custom_fields', z.looseObject({})),
  },
  articleType: {
    input: text(60).nullable().optional().describe('One of listGenerationOptions'),
    output: z.string().nullable(),
    column: 'article_type',
  },
  writingStyle: {
    input: text(60).nullable().optional().describe('One of listGenerationOptions'),
    output: z.string().nullable(),
    column: 'writing_style',
  },
  comparisonScreenshots: {
    ...listOf(screenshotEntry, 30),
    column: 'comparison_screenshots',
    json: true,
    normalize: (given: readonly z.output<typeof screenshotEntry>[]) =>
      given.map((entry) => ({
        ...entry,
        capturedAt: iso(entry.capturedAt),
        sectionSlug: entry.sectionSlug ?? sectionSlugOf(entry.sectionHeading),
      })),
    attribute: {
      name: 'comparison_screenshots',
      schema: z.array(screenshotAttribute),
      of: shownScreenshots,
    },
  },
  externalUrl: {
    input: url().nullable().optional().describe('Where another CMS shows the item'),
    output: z.string().nullable(),
    column: 'external_url',
    isSearched: true,
    ...further('external_url', shownText),
    // The connector knows where it shows the item.
    isNotRestored: true,
  },
} as const satisfies Record<string, ItemField>

export type ItemFieldTable = typeof itemFieldTable
