import { personOf } from '#web/areas/organizations/person-of.ts'
import { usePeople } from '#web/areas/organizations/use-people.ts'
import type { OutputOf } from '#web/operations.ts'
import { Notice } from '#web/parts/notice.tsx'
import { Time } from '#web/parts/time.tsx'

type Item = OutputOf<'getItem'>['item']
type Props = { item: Item; review: NonNullable<Item['review']> }

/** Where the review of an article stands: who was asked by whom, what was decided, and why. Nothing once it was edited since. */
export function ReviewState({ item: { reviewState, status }, review }: Props) {
  const people = usePeople()
  const { requestedBy, requestedAt, reviewerUserIds, decidedBy, decidedAt } = review
  const isDone = reviewState === 'approved' && status === 'published'
  if (reviewState === 'none' || isDone) return null
  const reviewers = reviewerUserIds.map((id) => personOf(id, people)).join(', ')
  const note = reviewState === 'requested' ? review.note : review.decisionNote
  return (
    <section aria-label="Review" className="mb-4">
      <Notice tone={reviewState === 'approved' ? 'ok' : 'warn'}>
        <p className="wrap-anywhere">
          {reviewState === 'requested' ? (
            <>
              {personOf(requestedBy, people)} asked {reviewers} for a review, <Time at={requestedAt} />.
            </>
          ) : (
            <>
              {personOf(decidedBy, people)} {reviewState === 'approved' ? 'approved it' : 'asks for changes'},{' '}
              {decidedAt !== null && <Time at={decidedAt} />}.
            </>
          )}
        </p>
        {note !== null && <p className="mt-1 wrap-anywhere">“{note}”</p>}
      </Notice>
    </section>
  )
}
