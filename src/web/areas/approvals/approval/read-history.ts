import type { OutputOf } from '#web/operations.ts'

type Revision = NonNullable<OutputOf<'getItem'>['revisions']>[number]

/** Revisions of one writer in a row. */
export type Deed = Pick<Revision, 'authorType' | 'userId' | 'agentName'> & {
  from: string
  to: string
  count: number
  isFirst: boolean
  isLatest: boolean
}

/** Who wrote an article is always told, and who changed it last. */
const most = 4

/** What was done to an article, writer by writer, the earliest first: its beginning and the latest. Revisions come newest first. */
export function deedsOf(revisions: readonly Revision[]): Deed[] {
  const deeds: Deed[] = []
  for (const revision of revisions.toReversed()) {
    const last = deeds.at(-1)
    const { authorType, userId, agentName, createdAt } = revision
    if (last && isSame(last, revision)) Object.assign(last, { to: createdAt, count: last.count + 1 })
    else
      deeds.push({
        authorType,
        userId,
        agentName,
        from: createdAt,
        to: createdAt,
        count: 1,
        isFirst: revision.n === 1,
        isLatest: false,
      })
  }
  const shown = deeds.length > most ? [...deeds.slice(0, 1), ...deeds.slice(1 - most)] : deeds
  return shown.map((deed, at) => ({ ...deed, isLatest: at === shown.length - 1 }))
}

const isSame = (deed: Deed, { authorType, userId, agentName }: Revision) =>
  deed.authorType === authorType && deed.userId === userId && deed.agentName === agentName
