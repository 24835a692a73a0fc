import { idOf, like, oneOf, searchBy } from '#web/address.ts'

/** The state of the screen, all of it in the address: the issues, unless it says otherwise. */
export const siteAuditSearch = searchBy({
  tab: oneOf(['pages', 'speed', 'crawlers', 'runs', 'aside']),
  /** The kind of issue that is open. */
  rule: like(/^[a-z\d_]{1,40}$/),
  /** Of the pages: those with such an answer, or that no page links to. */
  only: like(/^(?:[345]xx|orphan)$/),
  /** The page that is looked at. */
  at: idOf('pag'),
  /** The run that is looked at, and the one that it is compared with. */
  run: idOf('run'),
  to: idOf('run'),
  /** Of the speed: the device unless it is a phone, and the page. */
  device: oneOf(['desktop']),
  of: like(/^https?:/),
})
export type SiteAuditSearch = ReturnType<typeof siteAuditSearch>
