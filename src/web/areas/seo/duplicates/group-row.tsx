import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { countOf } from '#web/areas/content/item-words.tsx'
import type { Group } from '#web/areas/seo/duplicates/duplicates-search.ts'
import { reasonsIn } from '#web/areas/seo/duplicates/reason-words.ts'
import { whyNoMerge } from '#web/areas/seo/merge/can-merge.ts'
import { useOrganization } from '#web/context.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { late } from '#web/parts/late.ts'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'

const CompareItems = late(() => import('#web/areas/seo/duplicates/compare-items.tsx'))

/** Articles that are alike: how much, why, which of them should stay, and what can be done: merge them, or why not; compare them. */
export function GroupRow({ group, mayMerge }: { group: Group; mayMerge: boolean }) {
  const { slug } = useOrganization()
  const { items, size, score, reasons, suggestedWinner, why } = group
  const whyNot = whyNoMerge(items)
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 border-t border-line py-4">
      <div className="min-w-0 flex-1 basis-80">
        <p>
          <b className="font-semibold">{Math.round(score * 100)} % alike.</b>{' '}
          <span className="text-muted">{reasonsIn(reasons)}</span>
        </p>
        <ul className="mt-2 flex flex-col gap-2">
          {items.map(({ id, title, status, publishAt, wordCount, internalLinks }) => (
            <li key={id} className="min-w-0">
              <Link
                to="/o/$orgSlug/content/$itemId"
                params={{ orgSlug: slug, itemId: id }}
                className="t-row wrap-anywhere hover:underline"
              >
                {title}
              </Link>
              <span className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
                <Status tone={status === 'published' ? 'ok' : 'neutral'}>{states[status]}</Status>
                {publishAt && status === 'published' && <Time at={publishAt} />}
                {wordCount !== null && <span>{countOf(wordCount, 'word')}</span>}
                <span>{countOf(internalLinks, 'link')} to it</span>
                {id === suggestedWinner && <span className="text-ok-ink">should stay</span>}
              </span>
            </li>
          ))}
          {size > items.length && <li className="text-muted">and {size - items.length} more</li>}
        </ul>
        {why && <p className="mt-2 text-sm text-muted">{why}</p>}
        {mayMerge && whyNot && <p className="mt-2 text-sm text-muted">{whyNot}</p>}
      </div>
      <Actions group={group} mayMerge={mayMerge} />
    </li>
  )
}

/** The ways on from a group; of more than two the closest are compared. */
function Actions({ group: { items, pairs, suggestedWinner }, mayMerge }: { group: Group; mayMerge: boolean }) {
  const { slug } = useOrganization()
  const [isComparing, setComparing] = useState(false)
  const ids = items.map(({ id }) => id)
  const [one, other] = pairs?.[0]?.itemIds ?? ids
  return (
    <div className="flex gap-2">
      {one && other && (
        <Button aria-label={`Compare ${items[0]?.title}…`} onClick={() => setComparing(true)}>
          Compare…
        </Button>
      )}
      {mayMerge && whyNoMerge(items) === null && (
        <Link
          to="/o/$orgSlug/content/merge"
          params={{ orgSlug: slug }}
          search={{ ids: ids.join('.'), ...(suggestedWinner ? { suggested: suggestedWinner } : {}) }}
          aria-label={`Merge ${items[0]?.title}…`}
          className={buttonLook('to-press')}
        >
          Merge…
        </Link>
      )}
      {isComparing && one && other && (
        <Suspense>
          <CompareItems ids={[one, other]} onClose={() => setComparing(false)} />
        </Suspense>
      )}
    </div>
  )
}

const states = { draft: 'Draft', scheduled: 'Scheduled', published: 'Live' }
