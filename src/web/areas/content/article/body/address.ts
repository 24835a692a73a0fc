/** Whether a link may lead there: a website, a place on one's own, an e-mail address or a telephone number. */
export function isAddress(href: string): boolean {
  const address = href.trim()
  // Browsers drop control characters and blanks before they read a scheme.
  // oxlint-disable-next-line no-control-regex
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address.replace(/[\u0000-\u0020]/g, ''))?.[1]
  return address !== '' && (scheme === undefined || /^(?:https?|mailto|tel)$/i.test(scheme))
}
