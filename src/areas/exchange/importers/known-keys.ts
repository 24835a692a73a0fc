import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'

import { storedKey } from './import-existing.ts'

const batch = 1000

/** Which of these source keys items have, including those in the trash. */
export async function knownKeys(db: Reader, sourceKeys: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (let at = 0; at < sourceKeys.length; at += batch) {
    const byStored = new Map(sourceKeys.slice(at, at + batch).map((key) => [storedKey(key), key]))
    const rows = await db
      .selectFrom('item')
      .select('source_key')
      .where('source_key', '=', sql<string>`any(${[...byStored.keys()]})`)
      .execute()
    for (const { source_key: stored } of rows) {
      const key = byStored.get(stored ?? '')
      if (key !== undefined) known.add(key)
    }
  }
  return known
}
