import { type RawBuilder, sql } from 'kysely'

import type { AuthDb } from '#kernel/database.ts'
import type { Log } from '#kernel/log.ts'

type Use = { at: Date; prefix: string }

export type LastUsed = {
  /** Notes a use. It is written at once when it is the first ever, otherwise with the next flush. */
  note(key: { id: string; lastUsedAt: Date | null }, use: Use): Promise<void>
  flush(): Promise<void>
  /** Flushes what is left, and stops. */
  close(): Promise<void>
}

const everyMs = 30_000

/** When and from where keys and grants were last used: kept here, written every 30 s in one statement each. */
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
      parts.log.warn({ err: error, credentials: uses.length }, 'last use of credentials not written')
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

async function writeUses(db: AuthDb, uses: (readonly [string, Use])[]): Promise<void> {
  const isGrant = ([id]: (typeof uses)[number]) => id.startsWith('grt_')
  await writeTo(db, sql`auth.oauth_grants`, uses.filter(isGrant))
  await writeTo(
    db,
    sql`auth.api_keys`,
    uses.filter((use) => !isGrant(use)),
  )
}

// Two nodes write the same credential: the later use stays.
async function writeTo(db: AuthDb, table: RawBuilder<unknown>, uses: (readonly [string, Use])[]): Promise<void> {
  if (uses.length === 0) return
  const ids = uses.map(([id]) => id)
  const times = uses.map(([, { at }]) => at.toISOString())
  const prefixes = uses.map(([, { prefix }]) => prefix)
  await sql`
    update ${table} c set last_used_at = u.at, last_used_ip_prefix = u.prefix
    from unnest(${ids}::text[], ${times}::timestamptz[], ${prefixes}::text[]) as u (id, at, prefix)
    where c.id = u.id and (c.last_used_at is null or c.last_used_at < u.at)`.execute(db)
}
