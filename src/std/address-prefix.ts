import { isIP, isIPv4 } from 'node:net'

/**
 * The network that a client address counts as: IPv4 whole, IPv6 its /64 (`2001:db8:0:1::/64`), IPv4-mapped IPv6 as
 * IPv4. Anything that is not an address is `unknown`.
 */
export function addressPrefix(address: string | undefined): string {
  const bare = address?.split('%', 1)[0] ?? ''
  if (isIPv4(bare)) return bare
  if (isIP(bare) !== 6) return 'unknown'
  const groups = groupsOf(bare)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [groups[6] ?? 0, groups[7] ?? 0].flatMap((group) => [group >> 8, group & 0xff]).join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** The eight groups. The URL parser writes every form, dotted ones too, as hexadecimal groups (RFC 5952). */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const [left, right] = [numbers(head), numbers(tail ?? '')]
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

function numbers(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}
