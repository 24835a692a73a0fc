import type { Files } from '#kernel/files.ts'
import type { Log } from '#kernel/log.ts'
import type { Visits } from '#platform/database/visits.ts'

/** What serves files and takes uploads works with. */
export type MediaParts = {
  visits: Visits
  /** The files of all organizations. */
  files: Files
  log: Log
  now?: () => Date
}
