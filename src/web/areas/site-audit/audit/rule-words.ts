import { readableAddress } from '#std/readable-address.ts'
import type { OutputOf } from '#web/operations.ts'

export type Issue = OutputOf<'listSiteAuditIssues'>['items'][number]

/** What a rule found, as people say it. */
export const ruleWords: Record<Issue['ruleCode'], string> = {
  status_4xx: 'The page does not exist',
  status_5xx: 'The server fails at this page',
  unreachable: 'The server does not answer here',
  redirect_chain: 'The address leads on several times',
  redirect_loop: 'The address leads back to itself',
  redirect_broken: 'The address leads to a page that does not exist',
  page_http: 'The page is not encrypted',
  mixed_content: 'Parts of the page are not encrypted',
  slow_ttfb: 'The server takes long to answer',
  page_too_large: 'The page is very large',
  title_missing: 'The page has no title',
  title_duplicate: 'Pages have the same title',
  title_long: 'The title is cut off in search results',
  description_missing: 'The page has no description',
  description_duplicate: 'Pages have the same description',
  description_long: 'The description is cut off in search results',
  h1_missing: 'The page has no headline',
  h1_multiple: 'The page has several headlines',
  canonical_missing: 'The page does not name its main address',
  canonical_invalid: 'The main address of the page is not valid',
  canonical_non_200: 'The main address of the page does not work',
  canonical_chain: 'The main address names yet another one',
  canonical_conflict: 'The page and its main address contradict each other',
  noindex_in_sitemap: 'A page hidden from search is in the sitemap',
  sitemap_url_non_200: 'The sitemap lists a page that does not work',
  sitemap_invalid: 'The sitemap cannot be read',
  sitemap_lastmod: 'The sitemap says wrong times of changes',
  blocked_but_linked: 'A page that robots.txt forbids is linked',
  not_in_sitemap: 'The page is not in the sitemap',
  orphan: 'No page links to this one',
  too_deep: 'The page is many clicks from the start',
  thin: 'The page says very little',
  exact_duplicate: 'Pages say exactly the same',
  near_duplicate: 'Pages say nearly the same',
  parameters_duplicated: 'The page is there under several addresses',
  broken_internal_link: 'Links lead to pages that do not exist',
  broken_external_link: 'Links to other websites do not work',
  nofollow_internal: 'Search engines are told not to follow your own links',
  link_to_redirect: 'Links lead to old addresses',
  tracking_parameters: 'Own links carry tracking parameters',
  link_text_empty: 'Links have no text',
  link_text_generic: 'Links say “here”, not where they lead',
  image_broken: 'Pictures do not load',
  image_too_large: 'Pictures are larger than 500 kB',
  image_no_alt: 'Pictures have no description',
  hreflang_return_missing: 'Language versions do not name each other',
  hreflang_invalid: 'Language versions are named wrongly',
  json_ld_invalid: 'The structured data have errors',
  json_ld_mismatch: 'The structured data say something else than the page',
  lang_missing: 'The page does not say its language',
  viewport_missing: 'The page does not fit phones',
  og_missing: 'The page has no texts or picture for sharing',
  ai_bots_blocked: 'AI crawlers may not read the website',
  llms_txt_invalid: 'The file llms.txt has errors',
  text_only_after_js: 'The text appears only after scripts have run',
  tls_expiring: 'The certificate of the website ends soon',
  x_robots_conflict: 'The page tells search engines two different things',
  pagination_broken: 'Next or previous page lead nowhere',
  soft_404: 'A missing page claims to exist',
  favicon_missing: 'The website has no icon',
  title_h1_mismatch: 'Title and headline are about different things',
  item_drift: 'The website shows something else than the article',
  meta_refresh: 'The page sends visitors on by itself',
  placeholder_text: 'The page still has placeholder text',
  heading_skipped: 'A level of headings is left out',
  draft_public: 'The website shows an article that is not published',
  published_missing: 'The website does not show a published article',
  snippet_blocked: 'Search engines may not quote the page',
  article_undated: 'The article has no date',
  article_unsigned: 'No author is named',
  performance_budget: 'The page is slower than it should be',
}

export const severityWords = { error: 'Error', warning: 'Warning', notice: 'Notice' } as const
export const severityTones = { error: 'bad', warning: 'warn', notice: 'neutral' } as const

/** The path of an address, for rows that are all of one website. */
export function pathOf(address: string): string {
  const url = URL.parse(address)
  return readableAddress(url === null ? address : `${url.pathname}${url.search}`)
}

/** An address as it is said on a page: without the host where that is the same. */
export function besides(page: string, address: string): string {
  return URL.parse(address)?.origin === URL.parse(page)?.origin ? pathOf(address) : address
}

type Seen = { what: string; target: string | null }

/** The addresses that were found on the page, each with the one it leads to where that is known, and how many there are. */
export function seenIn({ evidence }: Pick<Issue, 'evidence'>): { seen: Seen[]; count: number } {
  const list = ['links', 'images', 'resources', 'others', 'chain', 'found']
    .map((name) => evidence[name])
    .find((value) => Array.isArray(value))
  const seen = Array.isArray(list) ? list.flatMap((entry: unknown) => seenOf(entry) ?? []) : []
  return { seen, count: typeof evidence['count'] === 'number' ? evidence['count'] : seen.length }
}

function seenOf(entry: unknown): Seen | null {
  if (typeof entry === 'string') return { what: entry, target: null }
  const what = textIn(entry, 'url') ?? textIn(entry, 'src')
  return what === null ? null : { what, target: textIn(entry, 'target') }
}

function textIn(value: unknown, name: string): string | null {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null
  return typeof found === 'string' ? found : null
}
