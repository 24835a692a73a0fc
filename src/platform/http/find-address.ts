import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

import type { AddressRules } from './addresses.ts'
import { hostOf, objectionToPublicUrl } from './check-url.ts'

/** All addresses of a host. */
export type Resolve = (host: string) => Promise<readonly string[]>

export const resolveAll: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/** The address to connect to for a URL; throws where none of its host may be connected to. `http`: plain http is allowed, too. */
export type FindAddress = (url: URL, http: boolean) => Promise<string>

/** Resolves a host and checks every address of it (http.md#addresses-of-others-are-guarded). Mixed answers refuse the host. */
export function addressFinder({ rules, resolve }: { rules: AddressRules; resolve: Resolve }): FindAddress {
  return async (url, http) => {
    const host = hostOf(url)
    const addresses = isIP(host) === 0 ? await resolve(host) : [host]
    const [first] = addresses
    if (first === undefined) throw new Error('the name has no address')
    if (addresses.every((address) => rules.isOpened(address))) return first
    if (!addresses.every((address) => rules.isPublic(address))) throw new Error('the address is not public')
    const objection = objectionToPublicUrl(url, http)
    if (objection !== undefined) throw new Error(objection)
    return first
  }
}
