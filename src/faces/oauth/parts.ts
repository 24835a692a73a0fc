import type { Reference } from '#catalog/derived/reference.ts'
import type { Limiter } from '#kernel/access.ts'
import type { Log } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import type { Vault } from './keys.ts'

export type OAuthDatabase = Pick<TenantDatabase, 'asIdentity' | 'forOrganization'>

export type Fetch = typeof globalThis.fetch

/** What the authorization server is built from. */
export type OAuthParts = {
  database: OAuthDatabase
  vault: Vault
  reference: Reference
  /** Counts registrations, for all nodes where the limiter is shared. */
  limiter: Limiter
  /** Registrations per address prefix; 0: no limit. */
  registrations: { perMinute: number; perDay: number }
  /**
   * Whether clients may be named by the URL of their metadata document; `auto`: where it can be fetched
   * (oauth.md#client-documents).
   */
  clientDocuments: 'auto' | 'on' | 'off'
  /** Fetches such documents, guarded against private addresses. Without it such clients are refused. */
  fetchDocument?: Fetch
  baseUrl: () => string
  log: Log
}

/** What fetches client metadata documents; undefined: they are neither advertised nor accepted. */
export function documentFetcher({ clientDocuments, fetchDocument }: OAuthParts): Fetch | undefined {
  return clientDocuments === 'off' ? undefined : fetchDocument
}
