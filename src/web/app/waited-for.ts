import { isOver } from '#web/use-job.ts'

/**
 * The jobs that are under way and that somebody may wait for: `background` names the kinds that nobody does, as each job declares
 * it; undefined until that is known.
 */
export function waitedFor<J extends { kind: string; state: string }>(
  jobs: readonly J[],
  background: readonly string[] | undefined,
): J[] {
  if (background === undefined) return []
  return jobs.filter((job) => !isOver(job) && !background.includes(job.kind))
}
