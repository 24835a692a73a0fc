import type { Incoming } from '#faces/http.ts'
import type { Browser } from '#kernel/procedure.ts'
import { addressPrefix } from '#std/address-prefix.ts'

/** The browser behind a request, as sessions and limits see it. */
export function browserOf({ address, headers }: Incoming): Browser {
  return { addressPrefix: addressPrefix(address), userAgent: headers['user-agent'] }
}
