import type { Brands } from './brands.ts'
import type { EngineRow } from './engines.ts'
import type { RunRow } from './runs.ts'

/** What a worker knows of a run while it asks. Money in US dollars. */
export type Known = {
  run: RunRow
  /** As they were when the run was started, each with the model that is asked. */
  engines: readonly EngineRow[]
  texts: ReadonlyMap<string, string>
  stored: Set<string>
  brands: Brands
  site: { siteUrl: string | null; baseUrl: string; organizationId: string }
  spent: number
  /** What calls under way can cost, and who waits for one of them to end. */
  underWay: { most: number; calls: number; waiting: (() => void)[] }
}
