/** How a page was found: bits of one number. */
export const foundBy = {
  start: 1,
  link: 2,
  redirect: 4,
  relation: 8,
  sitemap: 16,
  item: 32,
  issue: 64,
  given: 128,
} as const

/** The bits below are those of `foundBy`; above them stands the number of the sitemap, from 1. */
const bits = 8

export const bySitemap = (at: number) => foundBy.sitemap | ((at + 1) << bits)
/** The place of the sitemap that names a page; undefined: none does. */
export const sitemapOf = (by: number) => (by >> bits === 0 ? undefined : (by >> bits) - 1)

/** Both together; of two sitemaps the first stays. */
export function foundAlso(by: number, also: number): number {
  const sitemap = by >> bits === 0 ? also >> bits : by >> bits
  return ((by | also) & ((1 << bits) - 1)) | (sitemap << bits)
}

export const isFoundBy = (by: number, ...ways: (keyof typeof foundBy)[]) =>
  ways.some((way) => (by & foundBy[way]) !== 0)

/** Whether nothing but redirects leads to a page. */
export const isHopOnly = (by: number) => (by & ((1 << bits) - 1)) === foundBy.redirect
