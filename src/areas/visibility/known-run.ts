import type { Brands } from './brands.ts'
import type { EngineRow } from './engines.ts'
import type { Budget } from './run-budget.ts'
import type { RunRow } from './runs.ts'

/** What a worker knows of a run while it asks. */
export type Known = {
  run: RunRow
  /** As they were when the run was started, each with the model that is asked. */
  engines: readonly EngineRow[]
  texts: ReadonlyMap<string, string>
  stored: Set<string>
  brands: Brands
  site: { siteUrl: string | null; baseUrl: string; organizationId: string }
  budget: Budget
}
