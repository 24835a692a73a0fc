import type { Severity } from '#kernel/publishing-warning.ts'

/**
 * Which answer a rule needs before it can say that a fault is gone: `answer` any, `content` a page or the certainty that there is none,
 * `site` a full run that met no limit, `start` a full run that began on the same origin.
 */
export type Looks = 'answer' | 'content' | 'site' | 'start'

type RuleFacts = { severity: Severity; looks: Looks; hint: string }

const rule = (severity: Severity, looks: Looks, hint: string): RuleFacts => ({ severity, looks, hint })

/** Every rule: its severity, what it looks at, and what to do about it in one sentence. */
export const ruleTable = {
  status_4xx: rule('error', 'answer', 'Restore the page, redirect its address, or remove the links to it.'),
  status_5xx: rule('error', 'answer', 'Find out on the server why the page cannot be delivered.'),
  unreachable: rule('error', 'answer', 'Find out why the server does not answer at this address.'),
  redirect_chain: rule('warning', 'answer', 'Let the first address redirect to the last one directly.'),
  redirect_loop: rule('error', 'answer', 'Break the loop: one of these addresses must answer with a page.'),
  redirect_broken: rule('error', 'answer', 'Let the redirect lead to a page that exists.'),
  page_http: rule('warning', 'answer', 'Serve the page over https and redirect the http address to it.'),
  mixed_content: rule('error', 'content', 'Load these resources over https.'),
  slow_ttfb: rule('warning', 'answer', 'Find out what the server spends its time on, or cache the page.'),
  page_too_large: rule('warning', 'answer', 'Bring the HTML of the page below 2 MB.'),
  title_missing: rule('error', 'content', 'Give the page a title.'),
  title_duplicate: rule('warning', 'site', 'Give each of these pages a title of its own.'),
  title_long: rule('notice', 'content', 'Shorten the title: search results cut it off.'),
  description_missing: rule('warning', 'content', 'Write a description of 121 to 156 characters.'),
  description_duplicate: rule('warning', 'site', 'Give each of these pages a description of its own.'),
  description_long: rule('notice', 'content', 'Shorten the description to 156 characters.'),
  h1_missing: rule('warning', 'content', 'Give the page a heading of the first level.'),
  h1_multiple: rule('notice', 'content', 'Keep one heading of the first level and lower the others.'),
  canonical_missing: rule('notice', 'content', 'Name the canonical address of the page in its head.'),
  canonical_invalid: rule('error', 'content', 'Name one absolute canonical address without a fragment.'),
  canonical_non_200: rule('error', 'content', 'Let the canonical address be one that answers with a page.'),
  canonical_chain: rule('warning', 'content', 'Name the final address as canonical.'),
  canonical_conflict: rule('warning', 'content', 'Let the canonical address be one that may be indexed.'),
  noindex_in_sitemap: rule('warning', 'content', 'Remove the page from the sitemap, or its noindex.'),
  sitemap_url_non_200: rule('error', 'answer', 'List only addresses in the sitemap that answer with a page.'),
  sitemap_invalid: rule('error', 'start', 'Serve a valid sitemap at this address, or stop naming it.'),
  sitemap_lastmod: rule(
    'notice',
    'start',
    'Give lastmod of each page the time when its own text last changed, as 2026-05-01 or with a time and zone, or leave it out.',
  ),
  blocked_but_linked: rule('warning', 'answer', 'Allow the page in robots.txt, or remove the links to it.'),
  not_in_sitemap: rule('notice', 'site', 'Add the page to the sitemap.'),
  orphan: rule('warning', 'site', 'Link to the page from a page that belongs to its subject.'),
  too_deep: rule('notice', 'content', 'Link to the page from one nearer to the start.'),
  thin: rule('warning', 'content', 'Say more on the page, or merge it with another.'),
  exact_duplicate: rule('error', 'site', 'Keep one of these pages and redirect the others to it.'),
  near_duplicate: rule('warning', 'site', 'Merge these pages, or make them different.'),
  parameters_duplicated: rule('notice', 'site', 'Name the address without parameters as canonical.'),
  broken_internal_link: rule('error', 'content', 'Correct or remove these links.'),
  broken_external_link: rule('warning', 'content', 'Correct or remove these links.'),
  nofollow_internal: rule('notice', 'content', 'Remove nofollow from links to own pages.'),
  link_to_redirect: rule('notice', 'content', 'Link to where the redirects lead.'),
  tracking_parameters: rule('notice', 'content', 'Remove the parameters from these links.'),
  link_text_empty: rule('warning', 'content', 'Give these links a text.'),
  link_text_generic: rule('notice', 'content', 'Say in the text of the link what it leads to.'),
  image_broken: rule('error', 'content', 'Replace or remove these images.'),
  image_too_large: rule('warning', 'content', 'Bring these images below 500 kB.'),
  image_no_alt: rule('warning', 'content', 'Describe these images in their alt texts.'),
  hreflang_return_missing: rule('warning', 'site', 'Let each language version name the others.'),
  hreflang_invalid: rule('warning', 'content', 'Correct the hreflang entries of the page.'),
  json_ld_invalid: rule('error', 'content', 'Correct the structured data of the page.'),
  json_ld_mismatch: rule('warning', 'content', 'Let the structured data say what the page says.'),
  lang_missing: rule('notice', 'content', 'Name the language of the page in html lang.'),
  viewport_missing: rule('warning', 'content', 'Add a meta viewport, so that phones show the page at their width.'),
  og_missing: rule('notice', 'content', 'Add the Open Graph entries for title, description and image.'),
  ai_bots_blocked: rule('notice', 'start', 'Allow these robots if answers of AI systems should know the site.'),
  llms_txt_invalid: rule(
    'notice',
    'start',
    'Correct llms.txt: plain text or Markdown, a heading first, links that work.',
  ),
  text_only_after_js: rule('warning', 'content', 'Deliver the text of the page in its HTML.'),
  tls_expiring: rule('warning', 'start', 'Renew the certificate of the host.'),
  x_robots_conflict: rule('warning', 'content', 'Let the header and the meta element say the same.'),
  pagination_broken: rule('warning', 'content', 'Correct the next and previous addresses of the page.'),
  soft_404: rule('warning', 'content', 'Answer with status 404 where there is no page.'),
  favicon_missing: rule('notice', 'start', 'Add an icon of the site.'),
  title_h1_mismatch: rule('notice', 'content', 'Let title and heading be about the same.'),
  item_drift: rule('warning', 'content', 'Publish the item again, or find out why the website shows something else.'),
  meta_refresh: rule('warning', 'content', 'Redirect on the server instead.'),
  placeholder_text: rule('error', 'content', 'Write what the placeholder stands for.'),
  heading_skipped: rule('notice', 'content', 'Do not leave out levels of headings.'),
  draft_public: rule('error', 'content', 'Find out why the website shows an item that is not published.'),
  published_missing: rule('error', 'answer', 'Find out why the website does not show the published item.'),
  snippet_blocked: rule('warning', 'content', 'Remove the directive, so that the page may be quoted.'),
  article_undated: rule(
    'notice',
    'content',
    'Name datePublished or dateModified in the JSON-LD of the article, or show the date in a time element.',
  ),
  article_unsigned: rule(
    'notice',
    'content',
    'Name the author in the JSON-LD of the article, or in a meta element of the name author.',
  ),
  performance_budget: rule('warning', 'content', 'Make the page faster, or change the budget.'),
} as const satisfies Record<string, RuleFacts>

export type RuleCode = keyof typeof ruleTable
export const ruleCodes = Object.keys(ruleTable) as [RuleCode, ...RuleCode[]]

/** What a rule found on an address. `severity` where it is not that of the table. */
export type Finding = { rule: RuleCode; evidence: Record<string, unknown>; severity?: Severity }

/** So many entries of a list are evidence; `count` has the number. */
export const mostEvidence = 50

/** A list as evidence, each entry once, with the number of all. */
export function counted<T>(name: string, entries: readonly T[]): Record<string, unknown> {
  const different = [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()]
  return { [name]: different.slice(0, mostEvidence), count: different.length }
}
