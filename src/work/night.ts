import { nightlyWork, startAtNight } from '#areas/integrations/index.ts'
import { syncSearchConsoleJob, usableSearchConsole } from '#areas/search-console/index.ts'
import type { Writer } from '#kernel/database.ts'
import type { Start } from '#kernel/job.ts'

/** Starts what is done once a night, where it is night and nothing of it was started yet. */
export async function beginNight(
  db: Writer,
  { at, timezone, start }: { at: Date; timezone: string; start: Start },
): Promise<void> {
  const day = await startAtNight(db, { at, timezone, start })
  if (day !== undefined) await fetchSearches(db, { day, start })
}

/** Starts it whatever the hour. Returns the jobs that do it. */
export async function startNight(db: Writer, { day, start }: { day: string; start: Start }): Promise<string[]> {
  const { jobId } = await start(nightlyWork, { day })
  return [jobId, ...(await fetchSearches(db, { day, start }))]
}

async function fetchSearches(db: Writer, { day, start }: { day: string; start: Start }): Promise<string[]> {
  const integration = await usableSearchConsole(db)
  if (integration === undefined) return []
  const { jobId } = await start(syncSearchConsoleJob, { night: day, integrationId: integration.id })
  return [jobId]
}
