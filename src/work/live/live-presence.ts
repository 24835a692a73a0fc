import { type Other, peopleAt, presenceChanges } from '#areas/editing/index.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

/** Who is at an article now, after somebody came or left. */
export type Presence = { itemId: string; people: Other[] }
type Known = Presence & { changedAt: number }

/** What becomes visible this late, or comes from a clock this wrong, is still found; in milliseconds. */
const overlap = 30_000
/** Articles of one organization that one look tells of: what is more is told by the next ones, and no other organization waits for it. */
const mostAtOnce = 20

/** Who comes to the articles of the organizations that pages watch, and who leaves them, on whatever node. */
export class LivePresence {
  readonly #database: TenantDatabase
  /** What was told of the last 30 seconds, by organization and article. */
  readonly #known = new Map<string, ReadonlyMap<string, Known>>()

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  /** What a page that begins to watch may have missed since it asked. */
  recent(organizationId: string): Iterable<Presence> {
    return this.#known.get(organizationId)?.values() ?? []
  }

  /** What changed since the last time: one query for all organizations, and one message for each that has news. */
  async read(organizationIds: readonly string[]): Promise<ReadonlyMap<string, readonly Presence[]>> {
    const wanted = new Set(organizationIds)
    for (const organizationId of this.#known.keys()) if (!wanted.has(organizationId)) this.#known.delete(organizationId)
    const now = new Date()
    const since = new Date(now.getTime() - overlap)
    const changes = await this.#database.asSystem((db) => presenceChanges(db, [...wanted], since))
    const byOrganization = Map.groupBy(changes, ({ organizationId }) => organizationId)
    const news = new Map<string, readonly Known[]>()
    for (const organizationId of wanted) {
      const found = byOrganization.get(organizationId) ?? []
      const before = this.#known.get(organizationId)
      const unknown = found.filter(({ itemId, changedAt }) => before?.get(itemId)?.changedAt !== changedAt)
      const told = await this.#peopleAt(organizationId, unknown.slice(0, mostAtOnce), now)
      const kept = found.flatMap(({ itemId }) => before?.get(itemId) ?? [])
      this.#known.set(organizationId, new Map([...kept, ...told].map((known) => [known.itemId, known])))
      news.set(organizationId, told)
    }
    return news
  }

  async #peopleAt(
    organizationId: string,
    changes: readonly { itemId: string; changedAt: number }[],
    now: Date,
  ): Promise<Known[]> {
    if (changes.length === 0) return []
    return this.#database.forOrganization({ organizationId }, 'read', ({ db }) =>
      Promise.all(changes.map(async (change) => ({ ...change, people: await peopleAt(db, change.itemId, { now }) }))),
    )
  }
}
