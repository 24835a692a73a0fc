import { isIP } from 'node:net'
import { TLSSocket } from 'node:tls'

import type * as Undici from 'undici'
import type { Agent, buildConnector } from 'undici'

import { late } from '#std/late.ts'

import type { FindAddress } from './find-address.ts'

const undici = late<typeof Undici>('undici')

type Options = {
  findAddress: FindAddress
  http: boolean
  connectMs: number
  /** Takes in until when the certificate of each host is valid. */
  certificates: Map<string, Date>
}

/** So many hosts are remembered; the first ones are forgotten. */
const mostCertificates = 1000

/**
 * An agent that connects to the checked address of a host itself: a name that resolves differently the second time gains nothing
 * (http.md#addresses-of-others-are-guarded).
 */
export function guardedAgent({ findAddress, http, connectMs, certificates }: Options): Agent {
  const connect = undici().buildConnector({ timeout: connectMs })

  const addressOf = ({ protocol, hostname, port }: buildConnector.Options): Promise<string> =>
    findAddress(new URL(`${protocol}//${hostname}${port === '' ? '' : `:${port}`}`), http)

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
