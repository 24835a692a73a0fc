/**
 * The addresses at which a picture may be, the best first: WordPress and its image service name sizes that they made of a file, and
 * the file itself is larger.
 */
export function addressesOfPicture(address: string): [string, ...string[]] {
  const original = originalOf(address)
  return original === address ? [address] : [original, address]
}

/** The file of which an address names a size; the address itself where it names none. */
function originalOf(address: string): string {
  const url = URL.parse(address)
  if (url === null) return address
  const behind = /^i\d\.wp\.com$/.test(url.host) ? /^\/([^/]+\.[^/]+\/.+)$/.exec(url.pathname)?.[1] : undefined
  if (behind !== undefined) return originalOf(`https://${behind}`)
  if (url.host.endsWith('.files.wordpress.com')) url.search = ''
  if (/\/(?:wp-content\/uploads|files)\//.test(url.pathname)) {
    url.pathname = url.pathname.replace(sizeForm, '$1')
    return url.href
  }
  return url.search === new URL(address).search ? address : url.href
}

const sizeForm = /-\d{1,5}x\d{1,5}(\.[a-z]{3,4})$/i

/** What the files of one upload have in common, whatever their size and the scheme of their address. */
export function stemOf(address: string): string {
  return originalOf(address)
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/[?#].*$/s, '')
    .replace(sizeForm, '$1')
    .replace(/-scaled(\.[a-z]{3,4})$/i, '$1')
    .toLowerCase()
}

/** The file of an address in base64 (`data:image/png;base64,...`); undefined for any other. */
export function bytesInAddress(address: string): Buffer | undefined {
  const data = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,([a-z0-9+/=\s]+)$/i.exec(address)?.[1]
  return data === undefined ? undefined : Buffer.from(data, 'base64')
}
