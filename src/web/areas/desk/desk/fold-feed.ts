import { deedOf, type Named, namedIn } from '#web/areas/agent-audit/deeds.ts'
import type { AuditRecord } from '#web/operations.ts'

/**
 * Some calls that one sentence reports: the latest of them, what was done in its order, to what, how often where it was done
 * to nothing that has a title, and which of the calls can be taken back.
 */
export type Told = { record: AuditRecord; deeds: string[]; titles: Named[]; times: number; requestIds: string[] }

type Group = Told & { earliest: string }

const sitting = 15 * 60_000

/**
 * What one actor did in one sitting to one thing is one sentence ("wrote and published"), and so is what was done to
 * several in the same way, and what was done again and again. The records come newest first.
 */
export function foldFeed(records: readonly AuditRecord[]): Told[] {
  const ofOneThing: Group[] = []
  for (const record of records) {
    const last = ofOneThing.at(-1)
    const deed = deedOf(record)
    if (last && isSameSitting(last, record) && record.object && last.titles[0]?.id === record.object.id) {
      last.deeds = [deed, ...last.deeds.filter((other) => other !== deed)]
      last.earliest = record.startedAt
      last.requestIds.push(...revertibleOf(record))
    } else {
      const told = { record, deeds: [deed], titles: titlesOf(record), times: 1, requestIds: revertibleOf(record) }
      ofOneThing.push({ ...told, earliest: record.startedAt })
    }
  }
  const told: Group[] = []
  for (const group of ofOneThing) {
    const last = told.at(-1)
    const hasTitles = group.titles.length > 0
    const isAlike = last && hasTitles === last.titles.length > 0 && last.deeds.join() === group.deeds.join()
    if (last && isAlike && isSameSitting(last, group.record)) {
      last.titles = [...last.titles, ...group.titles.filter(({ id }) => last.titles.every((other) => other.id !== id))]
      last.requestIds = [...last.requestIds, ...group.requestIds]
      last.times += hasTitles ? 0 : 1
      last.earliest = group.earliest
    } else told.push({ ...group })
  }
  return told.map(({ record, deeds, titles, times, requestIds }) => ({ record, deeds, titles, times, requestIds }))
}

function revertibleOf({ requestId, status, effects, revertedBy }: AuditRecord): string[] {
  return status === 'succeeded' && effects.length > 0 && revertedBy === undefined ? [requestId] : []
}

function titlesOf(record: AuditRecord): Named[] {
  const named = namedIn(record)
  return named === undefined ? [] : [named]
}

function isSameSitting({ record: later, earliest }: Group, earlier: AuditRecord): boolean {
  return (
    later.credentialType === earlier.credentialType &&
    later.actorUserId === earlier.actorUserId &&
    later.clientName === earlier.clientName &&
    Date.parse(earliest) - Date.parse(earlier.startedAt) <= sitting
  )
}
