import { ArrowRight } from 'lucide-react'

import { readableAddress } from '#std/readable-address.ts'
import { countOf, ItemState } from '#web/areas/content/item-words.tsx'
import { ColumnTitle } from '#web/areas/seo/merge/column-title.tsx'
import { Place } from '#web/areas/seo/merge/place.tsx'
import type { MergePlan } from '#web/areas/seo/merge/use-merge-plan.ts'
import { Skeleton } from '#web/parts/skeleton.tsx'

/** Every address that leads on, and every reference that is rewritten. */
export function WhatMoves({ plan }: { plan: MergePlan | null }) {
  return (
    <section aria-busy={plan === null}>
      <ColumnTitle n={2}>What moves</ColumnTitle>
      {plan ? <Moves plan={plan} /> : <Skeleton className="h-40" />}
    </section>
  )
}

function Moves({ plan: { redirects, rewritten, rewrittenItems } }: { plan: MergePlan }) {
  const references = rewritten.reduce((sum, item) => sum + item.references, 0)
  const more = rewrittenItems - rewritten.length
  return (
    <>
      <h3 className="t-head mb-1">
        {countOf(redirects.length, 'old address leads', 'old addresses lead')} to it, for good
      </h3>
      <ul>
        {redirects.map(({ id, fromPath, to }) => (
          <li key={id} className="mono flex flex-wrap gap-x-3 border-t border-line py-2 wrap-anywhere">
            <span>{readableAddress(fromPath)}</span>
            <span>
              <ArrowRight aria-hidden className="mr-1 inline size-3" />
              <span className="sr-only">leads to </span>
              {readableAddress(to)}
            </span>
          </li>
        ))}
      </ul>
      <h3 className="t-head mt-6 mb-1">
        {rewrittenItems === 0
          ? 'Nothing links to them'
          : `${countOf(references, 'reference', 'references')} in ${countOf(rewrittenItems, 'article')} ${references === 1 ? 'is' : 'are'} rewritten`}
      </h3>
      <ul>
        {rewritten.map(({ id, title, status, places, references: count }) => (
          <li key={id} className="border-t border-line py-2">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="t-row min-w-0 wrap-anywhere">{title}</span>
              <ItemState item={{ status, publishAt: null, reviewState: 'none', publishError: null, deletedAt: null }} />
            </span>
            {places.map((place, index) => (
              <Place key={index} place={place} />
            ))}
            {count > places.length && <p className="text-sm text-muted">and {count - places.length} more</p>}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="border-t border-line py-2 text-muted">{countOf(more, 'more article')}</p>}
    </>
  )
}
