import type { Brands } from './brands.ts'
import type { EngineRow } from './engines.ts'
import type { Budget } from './run-budget.ts'
import type { RunRow } from './runs.ts'

/** The text of a prompt, and where a search for it is made from; null: as the engine says. */
export type Question = { text: string; country: string | null }

/** What a worker knows of a run while it asks. */
export type Known = {
  run: RunRow
  /** As they were when the run was started, each with the model that is asked. */
  engines: readonly EngineRow[]
  /** What is asked, by prompt and version. */
  questions: ReadonlyMap<string, Question>
  stored: Set<string>
  brands: Brands
  site: { siteUrl: string | null; baseUrl: string; organizationId: string }
  budget: Budget
}
