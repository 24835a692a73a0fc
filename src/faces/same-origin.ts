import { Refusal } from '#kernel/errors.ts'

import type { Incoming } from './http.ts'

/**
 * The same-origin check of every unsafe method under `/app` (http.md#cookies-need-the-same-origin). Refuses with `cross_origin`.
 */
export function requireSameOrigin({ headers }: Incoming, baseUrl: string): void {
  const site = headers['sec-fetch-site']
  const refused =
    site === undefined
      ? headers.origin !== undefined && headers.origin !== new URL(baseUrl).origin
      : site !== 'same-origin'
  if (refused)
    throw new Refusal('cross_origin', 'This request comes from another site. Open the web application itself.')
}
