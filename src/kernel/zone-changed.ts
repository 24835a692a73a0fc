import type { Writer } from './database.ts'

/** Another time zone of an organization. */
export type ZoneChange = { from: string; to: string }

/** Learns of other clocks of the organization, which its schedules follow (organizations.md#schedules-follow-the-clocks). */
export type ZoneChanged = (db: Writer, change: ZoneChange) => Promise<void>

/** Where nothing is scheduled. */
export const nothingScheduled: ZoneChanged = async () => {}
