import { redirects } from './feeds/redirects.ts'

export { allowedLinks } from './allowed-links.ts'
export { type Target, carriedOn } from './carried-on.ts'
export {
  findRedirect,
  hasRedirect,
  pathsLeadingTo,
  pathsLeadingToAsked,
  publishedBehind,
  redirectsToUrls,
} from './find-redirects.ts'
export { ownHosts } from './own-hosts.ts'
export type { Place } from './place.ts'
export {
  type Addressed,
  type Placed,
  type Placing,
  type Site,
  itemsPath,
  listPathOf,
  pathOf,
  placedColumns,
  siteIn,
  siteOf,
  urlOfRow,
} from './public-url.ts'
export { alsoPublishedAt, publishedAt, unpublishedAt } from './published-at.ts'
export {
  type RedirectRecord,
  addHits,
  listRedirectRecords,
  redirectAt,
  redirectOutput,
  redirectRecords,
  redirectsAroundAsked,
  removeRedirect,
} from './redirect-records.ts'
export { redirectUrls } from './redirect-urls.ts'
export {
  dropRedirect,
  isTooLong,
  redirectLoop,
  removeRedirects,
  retargetRedirects,
  returnRedirect,
  returnTargets,
  storeRedirect,
} from './redirects.ts'
export { revertibleRedirects } from './revert-redirects.ts'
export { type SitePlace, addressParts, siteReader } from './site-addresses.ts'
export { settleRedirects } from './settle-redirects.ts'

export const feeds = [redirects] as const
