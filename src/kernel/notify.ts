import type { Writer } from './database.ts'
import type { Start } from './job.ts'
import type { Notice } from './notice.ts'

/** Queues a notice by the route that the organization has chosen for its event, in the open transaction. */
export type Notify = (db: Writer, notice: Notice, about: { start: Start }) => Promise<void>

/** Where nobody is notified of anything. */
export const notifyNobody: Notify = async () => {}
