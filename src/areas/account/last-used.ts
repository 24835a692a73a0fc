import { sql } from 'kysely'

import type { AuthDb } from '#kernel/database.ts'
import type { Log } from '#kernel/log.ts'

type Use = { at: Date; prefix: string }

export type LastUsed = {
  /** Notes a use. Written at once when it is the first one ever, else with the next flush. */
  note(key: { id: string; lastUsedAt: Date | null }, use: Use): Promise<void>
  flush(): Promise<void>
  /** Flushes what is left, and stops. */
  close(): Promise<void>
}

const everyMs = 30_000

/** When and from where keys were last used: kept here and written every 30 s in one statement (identity.md 5). */
export function createLastUsed(parts: {
  asIdentity<T>(work: (db: AuthDb) => Promise<T>): Promise<T>
  log: Log
}): LastUsed {
  const waiting = new Map<string, Use>()
  const firstUses = new Set<string>()
  const timer = setInterval(() => void flush(), everyMs)
  timer.unref()

  async function flush(): Promise<void> {
    if (waiting.size === 0) return
    const uses = [...waiting]
    waiting.clear()
    try {
      await parts.asIdentity((db) => writeUses(db, uses))
    } catch (error) {
      parts.log.warn({ err: error, keys: uses.length }, 'last use of keys not written')
      for (const [id, use] of uses) if (!waiting.has(id)) waiting.set(id, use)
    }
  }

  return {
    async note(key, use) {
      waiting.set(key.id, use)
      if (key.lastUsedAt !== null || firstUses.has(key.id)) return
      firstUses.add(key.id)
      await flush()
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

// Two nodes write the same key: the later use stays.
async function writeUses(db: AuthDb, uses: (readonly [string, Use])[]): Promise<void> {
  const ids = uses.map(([id]) => id)
  const times = uses.map(([, { at }]) => at.toISOString())
  const prefixes = uses.map(([, { prefix }]) => prefix)
  await sql`
    update auth.api_keys k set last_used_at = u.at, last_used_ip_prefix = u.prefix
    from unnest(${ids}::text[], ${times}::timestamptz[], ${prefixes}::text[]) as u (id, at, prefix)
    where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`.execute(db)
}
