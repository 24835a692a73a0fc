/** How a host is visited: a wildcard address cannot be, and this machine can always be reached as localhost. */
export function reachableHost(host: string): string {
  if (/^(0\.0\.0\.0|[0:]*)$/.test(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
