import type { OutputOf } from '#web/operations.ts'

export type Effect = OutputOf<'getAsvItemEffect'>
