import ipaddr from 'ipaddr.js'

export type AddressRules = {
  /** Whether an address is one that the internet can reach. */
  isPublic(address: string): boolean
  /** Whether an address is inside a private network that the operator opened. */
  isOpened(address: string): boolean
  /** Whether the operator opened any. */
  readonly opensAny: boolean
}

/**
 * Which addresses may be connected to. An allow-list: loopback, private, link-local, carrier-grade NAT, NAT64, 6to4,
 * documentation and all other special ranges are not unicast. `opened` are the CIDR ranges of ALLOW_PRIVATE_NETWORK.
 */
export function addressRules(opened: readonly string[]): AddressRules {
  const ranges = opened.map((range) =>
    range.includes('/') ? ipaddr.parseCIDR(range) : ipaddr.parseCIDR(`${range}/${range.includes(':') ? 128 : 32}`),
  )
  return {
    opensAny: ranges.length > 0,
    isPublic(text) {
      if (!ipaddr.isValid(text)) return false
      const address = ipaddr.process(text)
      return address.range() === 'unicast' && !(address instanceof ipaddr.IPv6 && isIPv4Compatible(address))
    },
    isOpened(text) {
      if (!ipaddr.isValid(text)) return false
      const address = ipaddr.process(text)
      return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
    },
  }
}

// ::/96 contains IPv4 addresses in a deprecated form (RFC 4291, 2.5.5.1), which the library considers unicast.
function isIPv4Compatible({ parts }: ipaddr.IPv6): boolean {
  return parts.slice(0, 6).every((part) => part === 0)
}
