import type { Reader } from '#kernel/database.ts'

import type { AnalysisRow } from './analyses.ts'
import type { EngineRow } from './engines.ts'
import { type Filtered, finds } from './prompt-filter.ts'
import type { PromptRow } from './prompts.ts'

type EngineChange = {
  enabled?: boolean | undefined
  webSearch?: boolean | undefined
  model?: string | null | undefined
  samplesPerPrompt?: number | undefined
}

/**
 * Analyses that run by themselves: each is a standing order, so what makes their runs ask more, or dearer, counts as work outside
 * (visibility.md#standing-orders-wait-for-people).
 */
const standing = (db: Reader): Promise<AnalysisRow[]> =>
  db.selectFrom('asv_analysis').selectAll().where('schedule', '<>', 'none').execute()

/** Whether a change of an engine makes scheduled runs ask more, or of another model. */
export async function engineRaises(db: Reader, stored: EngineRow, given: EngineChange): Promise<boolean> {
  if (stored.provider === 'manual') return false
  const isOn = given.enabled ?? stored.enabled
  if (!isOn) return false
  const isDearer =
    !stored.enabled ||
    (given.model !== undefined && given.model !== stored.model) ||
    (given.webSearch === true && !stored.web_search)
  const isMore = (given.samplesPerPrompt ?? 0) > stored.samples_per_prompt
  if (!isDearer && !isMore) return false
  const asking = (await standing(db)).filter(({ engine_ids: ids }) => ids.includes(stored.id))
  return asking.some(({ samples }) => isDearer || samples === null)
}

/** Whether scheduled runs would ask one of these new prompts, which are only looked for where there is a schedule. */
export async function promptsRaise(db: Reader, find: () => Promise<readonly Filtered[]>): Promise<boolean> {
  const filters = (await standing(db)).map(({ prompt_filter: filter }) => filter)
  if (filters.length === 0) return false
  const prompts = await find()
  return filters.some((filter) => prompts.some((prompt) => finds(filter, prompt)))
}

/** Whether an active prompt, as it will be, is asked by a scheduled run that does not ask it as it is. */
export async function promptRaises(db: Reader, stored: PromptRow, next: Filtered): Promise<boolean> {
  const filters = (await standing(db)).map(({ prompt_filter: filter }) => filter)
  return filters.some((filter) => finds(filter, next) && !(stored.state === 'active' && finds(filter, stored)))
}
