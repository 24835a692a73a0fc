import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

import { remember } from '#std/remember.ts'

/**
 * Finds the address of a client: the peer of the socket or, when that is a trusted proxy, the right-most address of
 * `X-Forwarded-For` that is not one. `trusted` are addresses and CIDR ranges.
 */
export function clientAddresses(trusted: readonly string[]): (request: IncomingMessage) => string {
  const proxies = new BlockList()
  for (const range of trusted) addRange(proxies, range)

  const isTrusted = (address: string) => proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  const peers = remember((peer: string) => plainAddress(peer) ?? '')

  return ({ socket, headers }) => {
    let address = peers(socket.remoteAddress ?? '')
    if (trusted.length === 0) return address
    // Node joins the lines of this header with commas.
    const hops = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
    for (const hop of hops.toReversed()) {
      if (address === '' || !isTrusted(address)) break
      const next = plainAddress(hop.trim())
      // What is to the left of nonsense was not written by a trusted proxy.
      if (next === undefined) break
      address = next
    }
    return address
  }
}

function addRange(list: BlockList, range: string): void {
  const [address = '', prefix] = range.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (prefix === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(prefix), family)
}

/** An address without port, brackets and zone, an IPv4 address in its own form; undefined when it is not an address. */
function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? undefined : address.toLowerCase()
}
