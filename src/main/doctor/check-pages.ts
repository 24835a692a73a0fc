import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Config } from '#platform/config/config.ts'
import { readPages } from '#platform/database/embedded/page-checksums.ts'

import { type Check, fault, fine } from './check.ts'

const shown = 5

/** Whether every page of an embedded database is as it was written: a disk may damage one that nobody reads for years. */
export async function checkPages({ dataDir, database }: Config): Promise<Check[]> {
  const directory = join(dataDir, 'database')
  if (database.url !== null || !existsSync(join(directory, 'PG_VERSION'))) return []
  const { pages, damaged } = await readPages(directory)
  if (damaged.length === 0) return [fine('pages', `All ${pages} pages of the database have the right checksum.`)]
  const places = damaged.slice(0, shown).map(({ file, block }) => `block ${block} of ${file}`)
  return [
    fault(
      'pages',
      `${damaged.length} of ${pages} pages of the database are damaged: ${places.join(', ')}${damaged.length > shown ? ', ...' : ''}.`,
      'Stop Masthead, keep a copy of the data directory, and run masthead restore --snapshot latest; it lacks what was written since then. Check the disk.',
    ),
  ]
}
