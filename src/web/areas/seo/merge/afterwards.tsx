import type { ReactNode } from 'react'

import { countOf } from '#web/areas/content/item-words.tsx'
import { ColumnTitle } from '#web/areas/seo/merge/column-title.tsx'
import type { MergePlan } from '#web/areas/seo/merge/use-merge-plan.ts'
import type { ManagerItem } from '#web/operations.ts'
import { Notice } from '#web/parts/notice.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { StatusMark, type Tone } from '#web/parts/status.tsx'

type Props = { plan: MergePlan | null; items: readonly ManagerItem[]; keep: string | undefined }

/** How things stand after the merge, in sentences. */
export function Afterwards({ plan, items, keep }: Props) {
  const ending = items.filter(({ id, status }) => id !== keep && status !== 'draft').length
  return (
    <section aria-busy={plan === null}>
      <ColumnTitle n={3}>Afterwards</ColumnTitle>
      {plan ? (
        <>
          <ul aria-label="What happens">
            <Line tone="ok">1 article is live, with the links of all {items.length}.</Line>
            {ending > 0 && (
              <Line tone="warn">
                {countOf(ending, 'article is a draft and no longer', 'articles are drafts and no longer')} public.
              </Line>
            )}
            {plan.rewrittenItems > 0 && (
              <Line tone="ok">
                {countOf(plan.rewrittenItems, 'article gets', 'articles get')} one new revision
                {plan.rewrittenItems === 1 ? '' : ' each'}.
              </Line>
            )}
            {plan.deliveries.length > 0 && (
              <Line tone="ok">{countOf(plan.deliveries.length, 'website is', 'websites are')} told once.</Line>
            )}
          </ul>
          <p className="my-3 text-muted">
            The texts are not lost, and nothing is copied: read the others first if a passage should live on.
          </p>
          <Notice tone="ok">Can be undone for 30 days: links, addresses and articles come back as they are now.</Notice>
        </>
      ) : (
        <Skeleton className="h-40" />
      )}
    </section>
  )
}

function Line({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <li className="flex items-baseline gap-2.5 border-t border-line py-2">
      <StatusMark tone={tone} />
      <span className="min-w-0">{children}</span>
    </li>
  )
}
