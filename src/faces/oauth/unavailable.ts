import { errors } from 'oidc-provider'

import { Refusal } from '#kernel/errors.ts'

import type { OAuthDatabase } from './parts.ts'

/**
 * The database for the library: what it cannot do right now is 503 `temporarily_unavailable`, so that a client tries again
 * instead of giving up its connection.
 */
export function forLibrary({ asIdentity, forOrganization }: OAuthDatabase): OAuthDatabase {
  return {
    asIdentity: (work) => asIdentity(work).catch(translate),
    forOrganization: (context, mode, work) => forOrganization(context, mode, work).catch(translate),
  }
}

function translate(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'unavailable') throw error
  const { status } = error
  throw Object.assign(new errors.TemporarilyUnavailable(error.message, { cause: error }), {
    status,
    statusCode: status,
  })
}
