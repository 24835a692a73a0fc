import { BlockList, isIP } from 'node:net'

/**
 * Whether a URL, judging by its text, is a public https address (http.md#addresses-of-others-are-guarded): no credentials in
 * it, no local name, no literal address outside the public ranges. What a name resolves to is not checked here.
 */
export function isPublicHttps(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && isPublicHost(url.hostname)
}

/** Whether a host, as `URL.hostname` writes it, is a public one by its text. */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const family = isIP(host)
  if (family === 0) return host !== '' && !localName.test(host)
  return family === 4 ? !reserved.check(host, 'ipv4') : isPublicV6(host)
}

const localName = /(?:^|\.)(?:localhost|local|internal)$/i

// Only 2000::/3 is assigned as public; an address inside it may still stand for an IPv4 one.
function isPublicV6(host: string): boolean {
  return unicast.check(host, 'ipv6') && !reserved.check(host, 'ipv6')
}

const unicast = new BlockList()
unicast.addSubnet('2000::', 3, 'ipv6')

const reserved = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(network, bits, 'ipv6')
