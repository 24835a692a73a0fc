import { baseUrlOf, type Config } from '#platform/config/config.ts'

import { type Check, fine, warning } from './check.ts'

/** Whether the public address fits what the server listens on and the proxy in front of it. */
export function checkAddress({ server }: Config): Check {
  const { host, allowHttp, trustedProxies } = server
  const url = baseUrlOf(server, server.port)
  const isHttp = url.startsWith('http:')
  const says = `Listens on ${host}, base URL ${url}.`
  if (isHttp && !isLocal(new URL(url).hostname))
    return warning(
      'address',
      `${says} Passwords and keys are sent in the clear${allowHttp ? ', as MASTHEAD_ALLOW_HTTP=1 allows' : ''}.`,
      'Put a proxy with https in front of it and set BASE_URL to its https address.',
    )
  if (isHttp && !isLocal(host))
    return warning(
      'address',
      `${says} Other machines reach the server, but its links lead to this machine.`,
      'Set BASE_URL to the address that others use, or HOST=127.0.0.1.',
    )
  if (!isHttp && trustedProxies.length === 0)
    return warning(
      'address',
      `${says} The proxy that terminates https is not trusted, so all clients have its address and share its limits.`,
      'Set TRUSTED_PROXIES to the address of the proxy, for example 127.0.0.1.',
    )
  return fine('address', says)
}

function isLocal(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
}
