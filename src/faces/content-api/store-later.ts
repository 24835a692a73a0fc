import { AsyncLocalStorage } from 'node:async_hooks'

import { askedAs } from '#kernel/asked.ts'
import type { Storing } from '#kernel/feed.ts'
import type { OrganizationId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { isDiskFull } from '#platform/database/database-gone.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

/** How many short transactions may wait. */
const most = 100

/** How long a full disk is left alone, in ms. */
const quietMs = 10_000

type Writing = { organizationId: OrganizationId; write: Storing[number] }

/**
 * Stores what readers had to put together, one after the other and behind everybody who waits for the database. What is too much is left out:
 * the next reader brings it again (content-api.md#documents-are-stored).
 */
export class StoreLater {
  readonly #database: Pick<TenantDatabase, 'forOrganization'>
  readonly #log: Log
  readonly #waiting: Writing[] = []
  // Nothing of the request that brings something holds for what is done after it.
  readonly #outside = AsyncLocalStorage.snapshot()
  #working: Promise<void> | undefined
  #quietUntil = -Infinity

  constructor({ database, log }: { database: Pick<TenantDatabase, 'forOrganization'>; log: Log }) {
    this.#database = database
    this.#log = log
  }

  add(organizationId: OrganizationId, storing: Storing): void {
    const writings = storing.map((write) => ({ organizationId, write }))
    this.#waiting.push(...writings.slice(0, most - this.#waiting.length))
    if (this.#waiting.length > 0) this.#working ??= this.#outside(() => this.#work())
  }

  /** Resolves when nothing waits any more. */
  async settled(): Promise<void> {
    await this.#working
  }

  async #work(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
      if (performance.now() >= this.#quietUntil) await this.#write(next)
    this.#working = undefined
  }

  async #write({ organizationId, write }: Writing): Promise<void> {
    try {
      await askedAs({ rank: 'background', party: organizationId }, () =>
        this.#database.forOrganization({ organizationId }, 'write', ({ db }) => write(db)),
      )
    } catch (error) {
      // Somebody changes the item right now, or it is gone.
      this.#log.debug({ organizationId, err: error }, 'a document was not stored')
      if (isDiskFull(error)) this.#quietUntil = performance.now() + quietMs
    }
  }
}
