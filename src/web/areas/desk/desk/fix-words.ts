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
  schema_invalid: ['has invalid structured data', 'have invalid structured data'],
  claim_unsupported: ['has claims without a source', 'have claims without a source'],
  tldr_missing: ['has no summary', 'have no summary'],
}
