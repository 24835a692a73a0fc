import type * as Undici from 'undici'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { TLSSocket } from 'node:tls'

import type { Agent, buildConnector } from 'undici'

import { late } from '#std/late.ts'

import type { AddressRules } from './addresses.ts'
import { objectionToPublicUrl } from './check-url.ts'

const undici = late<typeof Undici>('undici')

/** All addresses of a host. */
export type Resolve = (host: string) => Promise<readonly string[]>

export const resolveAll: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

type Options = {
  rules: AddressRules
  resolve: Resolve
  http: boolean
  connectMs: number
  /** Takes in until when the certificate of each host is valid. */
  certificates: Map<string, Date>
}

/** So many hosts are remembered; the first ones are forgotten. */
const mostCertificates = 1000

/**
 * An agent that resolves, checks every address of the host, and connects to the checked address itself: a name that
 * resolves differently the second time gains nothing (http.md#addresses-of-others-are-guarded). Mixed answers refuse the host.
 */
export function guardedAgent({ rules, resolve, http, connectMs, certificates }: Options): Agent {
  const connect = undici().buildConnector({ timeout: connectMs })

  async function addressOf({ protocol, hostname, port }: buildConnector.Options): Promise<string> {
    const host = hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) === 0 ? await resolve(host) : [host]
    const [first] = addresses
    if (first === undefined) throw new Error('the name has no address')
    if (addresses.every((address) => rules.isOpened(address))) return first
    if (!addresses.every((address) => rules.isPublic(address))) throw new Error('the address is not public')
    const url = new URL(`${protocol}//${hostname}${port === '' ? '' : `:${port}`}`)
    const objection = objectionToPublicUrl(url, http)
    if (objection !== undefined) throw new Error(objection)
    return first
  }

  function note({ hostname, port }: buildConnector.Options, socket: TLSSocket): void {
    const endsAt = new Date(socket.getPeerCertificate().valid_to)
    if (Number.isNaN(endsAt.getTime())) return
    const [oldest] = certificates.keys()
    if (certificates.size >= mostCertificates && oldest !== undefined) certificates.delete(oldest)
    certificates.set(port === '' || port === '443' ? hostname : `${hostname}:${port}`, endsAt)
  }

  return new (undici().Agent)({
    keepAliveTimeout: 4000,
    connect(options, callback) {
      addressOf(options).then(
        (address) =>
          connect({ ...options, hostname: address, servername: options.servername ?? nameOf(options) }, (...made) => {
            if (made[1] instanceof TLSSocket) note(options, made[1])
            // The connector's interface is a callback.
            // oxlint-disable-next-line promise/no-callback-in-promise
            callback(...made)
          }),
        // The connector's interface is a callback.
        // oxlint-disable-next-line promise/no-callback-in-promise
        (error: unknown) => callback(error instanceof Error ? error : new Error('not resolved'), null),
      )
    },
  })
}

// TLS asks for the name, not for the address that was connected to.
function nameOf({ hostname }: buildConnector.Options): string {
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : ''
}
