import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'

/** Longer than one page takes at most: a turn that was left by a killed process ends by itself. */
const seconds = 180

/** Another job has the browser of the installation: the job that asked goes on later (site-audit.md#one-page-at-a-time). */
export class LabIsTaken extends Error {
  readonly goOnInMs = 5000
}

/** Takes the turn of a job, or keeps it. Throws `LabIsTaken`. */
export async function takeLabTurn(db: Writer, jobId: string): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`select auth.take_lab_turn(${jobId}, ${seconds}) as taken`.execute(db)
  if (rows[0]?.taken !== true) throw new LabIsTaken()
}

export async function endLabTurn(db: Writer, jobId: string): Promise<void> {
  await sql`select auth.end_lab_turn(${jobId})`.execute(db)
}
