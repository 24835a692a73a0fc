import { autosaveBuffer } from './operations/autosave-buffer.ts'
import { presenceHeartbeat } from './operations/presence-heartbeat.ts'

export { type Other, peopleAt, presenceChanges } from './editors.ts'

export const operations = [presenceHeartbeat, autosaveBuffer] as const
