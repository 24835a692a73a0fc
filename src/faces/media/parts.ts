import type { Files } from '#kernel/files.ts'
import type { Log } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

/** What serves files and takes uploads works with. */
export type MediaParts = {
  database: Pick<TenantDatabase, 'forOrganization'>
  /** The files of all organizations. */
  files: Files
  log: Log
  now?: () => Date
}
