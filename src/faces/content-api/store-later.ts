import { AsyncLocalStorage } from 'node:async_hooks'

import { askedAs } from '#kernel/asked.ts'
import type { Storing } from '#kernel/feed.ts'
import type { OrganizationId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { takesNoChanges } from '#platform/database/database-gone.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

/** How many short transactions may wait, of all organizations and of one. */
const most = { inAll: 100, ofOne: 50 }

/** How long a full disk is left alone, in ms. */
const quietMs = 10_000

type Parts = { database: Pick<TenantDatabase, 'forOrganization'>; log: Log; now?: () => number }
type Writing = { organizationId: OrganizationId; write: Storing[number] }

/**
 * Stores what readers had to put together, one after the other and behind everybody who waits for the database. What is too much is left out:
 * the next reader brings it again (content-api.md#documents-are-stored).
 */
export class StoreLater {
  readonly #database: Parts['database']
  readonly #log: Log
  readonly #now: () => number
  readonly #waiting: Writing[] = []
  // Nothing of the request that brings something holds for what is done after it.
  readonly #outside = AsyncLocalStorage.snapshot()
  #isWorking = false
  #work = Promise.resolve()
  #quietUntil = -Infinity

  constructor({ database, log, now = () => performance.now() }: Parts) {
    this.#database = database
    this.#log = log
    this.#now = now
  }

  add(organizationId: OrganizationId, storing: Storing): void {
    if (storing.length === 0 || this.#now() < this.#quietUntil) return
    const own = this.#waiting.filter((one) => one.organizationId === organizationId).length
    const room = Math.max(0, Math.min(most.inAll - this.#waiting.length, most.ofOne - own))
    this.#waiting.push(...storing.slice(0, room).map((write) => ({ organizationId, write })))
    if (!this.#isWorking) this.#work = this.#outside(() => this.#writeAll())
  }

  /** Resolves when nothing waits any more. */
  settled(): Promise<void> {
    return this.#work
  }

  async #writeAll(): Promise<void> {
    this.#isWorking = true
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) await this.#write(next)
    this.#isWorking = false
  }

  async #write({ organizationId, write }: Writing): Promise<void> {
    try {
      await askedAs({ rank: 'background', party: organizationId }, () =>
        this.#database.forOrganization({ organizationId }, 'write', ({ db }) => write(db)),
      )
    } catch (error) {
      // Somebody changes the item right now, it is gone, or nothing can be written at all.
      this.#log.debug({ organizationId, err: error }, 'a document was not stored')
      if (!takesNoChanges(error)) return
      this.#quietUntil = this.#now() + quietMs
      this.#waiting.length = 0
    }
  }
}
