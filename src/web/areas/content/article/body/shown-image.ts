/** Where this page may load a picture of a body from: only this server; null for one that is elsewhere. */
export function shownImage(address: string): string | null {
  if (!URL.canParse(address, location.href)) return null
  const { pathname } = new URL(address, location.href)
  return pathname.startsWith('/media/') ? pathname : null
}
