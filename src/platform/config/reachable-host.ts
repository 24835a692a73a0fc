/** The name to reach a host by: a wildcard address is not one, and this machine can always be reached as localhost. */
export function reachableHost(host: string): string {
  if (/^(0\.0\.0\.0|[0:]*)$/.test(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
