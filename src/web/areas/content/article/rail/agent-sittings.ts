import type { OutputOf } from '#web/operations.ts'

type Revision = Pick<
  OutputOf<'listItemRevisions'>['items'][number],
  'authorType' | 'userId' | 'requestId' | 'createdAt' | 'revertOf'
>

/** The longest gap within a sitting, in milliseconds. */
const gap = 15 * 60_000

/** The longest list of calls that can be taken back at once. */
const most = 200

/**
 * The calls of the sitting whose latest revision is at this place: revisions of one person's agent, next to each other and
 * without a long gap. The revisions come newest first; empty where no sitting of an agent ends.
 */
export function sittingFrom(revisions: readonly Revision[], at: number): string[] {
  const [latest, later] = [revisions[at], revisions[at - 1]]
  if (latest === undefined || !isOfAgent(latest)) return []
  if (later !== undefined && belongs(later, latest)) return []
  const requests: string[] = []
  for (const [index, revision] of revisions.slice(at).entries()) {
    const before = revisions[at + index - 1]
    if (index > 0 && (before === undefined || !belongs(before, revision))) break
    if (revision.requestId !== null) requests.push(revision.requestId)
  }
  return [...new Set(requests)].slice(0, most)
}

// What takes something back is no sitting of its own.
const isOfAgent = ({ authorType, revertOf }: Revision) => authorType === 'agent' && revertOf.length === 0

function belongs(later: Revision, earlier: Revision): boolean {
  const pause = Date.parse(later.createdAt) - Date.parse(earlier.createdAt)
  return isOfAgent(later) && isOfAgent(earlier) && later.userId === earlier.userId && pause <= gap
}
