import { countOf } from '#web/areas/content/item-words.tsx'
import type { Dashboard } from '#web/operations.ts'

type Fix = Dashboard['fixes'][number]

/** What is wrong with how many articles, in plain words; null where it is no work of a person. */
export function fixWords({ code, count }: Pick<Fix, 'code' | 'count'>): string | null {
  const of = words[code]
  if (of === undefined) return null
  return typeof of === 'string' ? of : `${countOf(count, 'article')} ${count === 1 ? of[0] : of[1]}`
}

/** What is said of one article and of several; a fault of the organization is a sentence of its own. */
const words: Readonly<Record<string, readonly [string, string] | string>> = {
  site_url_missing: 'The address of your website is missing',
  social_image_missing: 'Articles have no picture where they are shared',
  keyword_duplicate: ['competes with another for its keyword', 'compete for the same keyword'],
  title_cannibalization: ['competes with another by its title', 'compete by their titles'],
  near_duplicate_body: ['says nearly the same as another', 'say nearly the same as another'],
  meta_description_missing: ['has no description', 'have no description'],
  meta_description_duplicate: ['shares its description', 'share their description with another'],
  meta_description_length: ['has a description of the wrong length', 'have a description of the wrong length'],
  internal_link_broken: ['links to a page that does not exist', 'link to pages that do not exist'],
  internal_link_to_draft: ['links to a draft', 'link to drafts'],
  internal_link_to_redirect: ['links to an old address', 'link to old addresses'],
  internal_links_none: ['links to no other article', 'link to no other article'],
  orphan_page: ['is linked from nowhere', 'are linked from nowhere'],
  primary_keyword_missing: ['has no keyword', 'have no keyword'],
  seo_title_missing: ['has no title for search', 'have no title for search'],
  seo_title_too_long: ['has a search title that is cut off', 'have a search title that is cut off'],
  seo_title_too_short: ['has a short search title', 'have a short search title'],
  image_alt_missing: ['has pictures without a description', 'have pictures without a description'],
  thin_content: ['is very short', 'are very short'],
  noindex_published: ['is live but hidden from search', 'are live but hidden from search'],
  canonical_invalid: ['names an invalid main address', 'name an invalid main address'],
  custom_fields_missing: ['lacks fields that its collection requires', 'lack fields that their collection requires'],
  schema_invalid: ['has invalid structured data', 'have invalid structured data'],
  claim_unsupported: ['has claims without a source', 'have claims without a source'],
  tldr_missing: ['has no summary', 'have no summary'],
  canonical_mismatch: ['names another main address than its own', 'name another main address than their own'],
  canonical_missing: ['names no main address', 'name no main address'],
  canonical_other_host: ['names a main address elsewhere', 'name a main address elsewhere'],
  canonical_points_to_draft: ['has a draft as main address', 'have a draft as main address'],
  canonical_points_to_redirect: ['has an old address as main address', 'have an old address as main address'],
  address_shared: ['has the address of another', 'have the address of another'],
  canonical_shared: ['shares its main address', 'share their main address'],
  competing_anchor: ['links elsewhere with its own keyword', 'link elsewhere with their own keyword'],
  external_links_none: ['names no source outside', 'name no source outside'],
  faq_schema_mismatch: ['has other questions in its data than in its text', 'have other questions in their data'],
  featured_image_small: ['has a small picture', 'have a small picture'],
  h1_missing: ['has no headline', 'have no headline'],
  h1_multiple: ['has several headlines', 'have several headlines'],
  heading_gap: ['skips a level of headings', 'skip a level of headings'],
  internal_links_few: ['has few links to other articles', 'have few links to other articles'],
  keyword_density_high: ['repeats its keyword too often', 'repeat their keyword too often'],
  keyword_density_low: ['hardly names its keyword', 'hardly name their keyword'],
  keyword_not_in_intro: ['begins without its keyword', 'begin without their keyword'],
  keyword_overlap_secondary: ['shares further keywords with another', 'share further keywords with another'],
  meta_description_no_keyword: ['has a description without its keyword', 'have a description without their keyword'],
  primary_keyword_long: ['has a long keyword', 'have a long keyword'],
  quote_readiness_low: ['has few sentences that can be quoted', 'have few sentences that can be quoted'],
  recurring_title: ['is one of a series', 'are of a series'],
  related_unpublished: ['names related articles that are not live', 'name related articles that are not live'],
  schema_mismatch: ['has structured data that say something else', 'have structured data that say something else'],
  seo_title_defaulted: ['uses its title for search', 'use their title for search'],
  seo_title_no_keyword: ['has a search title without its keyword', 'have a search title without their keyword'],
  slug_weak: ['has a weak slug', 'have a weak slug'],
  suggested_links_unused: ['does not use the links that were suggested', 'do not use the links that were suggested'],
  thin_sections: ['has very short sections', 'have very short sections'],
}
