import { fieldOf } from '#std/objects.ts'
import type { Approval } from '#web/operations.ts'

type Asked = Pick<Approval, 'operation' | 'state'> & { untrusted: Pick<Approval['untrusted'], 'effect'> }

/** What follows from an approved call besides what it says itself: who is told, when it runs, how it can be taken back. */
export function followsOf({ operation, state, untrusted: { effect } }: Asked): string[] {
  if (state !== 'pending' && state !== 'approved') return []
  const told = Array.isArray(effect['deliveries']) ? effect['deliveries'].length : 0
  const isDraft = operation === 'createItem' && fieldOf(effect['item'], 'status') === 'draft'
  const wayBack = isDraft ? 'It can be taken back: it can be moved to the trash.' : waysBack[operation]
  return [
    ...(told > 0 ? [`${told === 1 ? 'One website is' : `${told.toLocaleString('en')} websites are`} told.`] : []),
    'It runs when the agent repeats its call, mostly within a minute.',
    ...(wayBack === undefined ? [] : [wayBack]),
  ]
}

const history = 'It can be taken back: the history keeps what was before.'

const waysBack: Readonly<Record<string, string>> = {
  publishItem: 'It can be taken back: Unpublish makes it a draft again.',
  scheduleItem: 'It can be taken back: until then, Unschedule makes it a draft again.',
  unpublishItem: 'It can be taken back: it can be published again.',
  unscheduleItem: 'It can be taken back: it can be scheduled again.',
  createItem: 'It can be taken back: Unpublish makes it a draft again.',
  updateItem: history,
  bulkUpdateItems: history,
  mendSiteAuditIssues: history,
  submitDraft: history,
  consolidateItems: 'It can be taken back for 30 days.',
}
