import type { CmsField } from '#kernel/cms-connector.ts'

/** Fields of an item that plug-ins keep in the meta of a post. */
type MetaField = Extract<
  CmsField,
  'seoTitle' | 'metaDescription' | 'canonicalUrl' | 'ogTitle' | 'ogDescription' | 'twitterTitle' | 'twitterDescription'
>

/** Where plug-ins keep them, the preferred one first. Only keys that a site registers for REST can be written. */
const families: readonly Readonly<Record<MetaField, string>>[] = [
  {
    seoTitle: 'masthead_seo_title',
    metaDescription: 'masthead_meta_description',
    canonicalUrl: 'masthead_canonical_url',
    ogTitle: 'masthead_og_title',
    ogDescription: 'masthead_og_description',
    twitterTitle: 'masthead_twitter_title',
    twitterDescription: 'masthead_twitter_description',
  },
  {
    seoTitle: '_yoast_wpseo_title',
    metaDescription: '_yoast_wpseo_metadesc',
    canonicalUrl: '_yoast_wpseo_canonical',
    ogTitle: '_yoast_wpseo_opengraph-title',
    ogDescription: '_yoast_wpseo_opengraph-description',
    twitterTitle: '_yoast_wpseo_twitter-title',
    twitterDescription: '_yoast_wpseo_twitter-description',
  },
  {
    seoTitle: 'rank_math_title',
    metaDescription: 'rank_math_description',
    canonicalUrl: 'rank_math_canonical_url',
    ogTitle: 'rank_math_facebook_title',
    ogDescription: 'rank_math_facebook_description',
    twitterTitle: 'rank_math_twitter_title',
    twitterDescription: 'rank_math_twitter_description',
  },
]

/** The meta key of the item's id, which the companion plug-in registers. */
export const itemIdKey = 'masthead_item_id'

/** How fields of a mapping name a meta key. */
export const metaPrefix = 'meta.'

/**
 * Where the SEO fields go: the first family of which the site registers a key. Where it registers none they are mapped all the
 * same, and reported as not persisted.
 */
export function seoMapping(registered: ReadonlySet<string>): Record<MetaField, string> {
  const [own] = families
  const family = families.find((one) => Object.values(one).some((key) => registered.has(key))) ?? own
  return Object.fromEntries(
    Object.entries(family ?? {}).map(([field, key]) => [field, `${metaPrefix}${key}`]),
  ) as Record<MetaField, string>
}
