const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Where an answer goes, in the terms of the consent page and of its policy. */
export type RedirectTarget = {
  /** The host, or the scheme of an application on the person's device. */
  host: string
  kind: 'site' | 'this computer' | 'an application'
  /**
   * What `form-action` must allow; undefined where no source expression can say it: an IPv6 address, an odd host
   * (oauth.md#form-action-names-the-target).
   */
  source: string | undefined
}

/** Reads a redirect URI that the library has accepted. */
export function redirectTarget(uri: string): RedirectTarget {
  const { protocol, hostname, host } = new URL(uri)
  if (protocol !== 'http:' && protocol !== 'https:') return { host: protocol, kind: 'an application', source: protocol }
  return {
    host,
    kind: loopback.has(hostname) ? 'this computer' : 'site',
    source: /^[a-z0-9.-]+(?::\d+)?$/.test(host) ? `${protocol}//${host}` : undefined,
  }
}
