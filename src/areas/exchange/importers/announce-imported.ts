import { announceEdits, type Edit } from '#areas/content/index.ts'
import type { Writer } from '#kernel/database.ts'

import type { ImportRun } from './import-run.ts'

/** Tells of what a transaction of the run has written and the public sees, in that transaction (integrations.md#messages-commit-with-changes). */
export async function announceWritten({ parts }: ImportRun, db: Writer, edits: readonly Edit[]): Promise<void> {
  if (parts.announcing === undefined || parts.dryRun) return
  const { access, baseUrl, announce } = parts.announcing
  await announceEdits({ access, baseUrl, announce: (change) => announce(db, change) }, edits)
}

/** The same of its redirects: pages that answered 404 lead on from now on. */
export async function announceRedirects(
  { parts }: ImportRun,
  db: Writer,
  redirects: readonly { from: string; to: string }[],
): Promise<void> {
  if (parts.announcing === undefined || parts.dryRun || redirects.length === 0) return
  const paths = redirects.map(({ from }) => from)
  await parts.announcing.announce(db, { reason: 'redirect_changed', items: [], redirects, paths })
}
