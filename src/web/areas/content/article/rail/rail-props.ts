import type { Writing } from '#web/areas/content/article/use-draft.ts'
import type { OutputOf } from '#web/operations.ts'

/** The article that the rail stands beside, and what a person writes into it. */
export type RailProps = { found: OutputOf<'getItem'>; writing: Writing; mayChange: boolean }
