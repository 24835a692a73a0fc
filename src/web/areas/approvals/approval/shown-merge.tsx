import { Link } from '@tanstack/react-router'

import { visibleText } from '#std/visible-text.ts'
import { countOf, ItemState } from '#web/areas/content/item-words.tsx'
import { ColumnTitle } from '#web/areas/seo/merge/column-title.tsx'
import type { MergePlan } from '#web/areas/seo/merge/use-merge-plan.ts'
import { WhatMoves } from '#web/areas/seo/merge/what-moves.tsx'
import { useOrganization } from '#web/context.ts'
import type { Approval } from '#web/operations.ts'

/** A merge that an agent asks for: which article stays, which ones end, and what leads on. */
export default function ShownMerge({ approval, plan }: { approval: Approval; plan: MergePlan }) {
  const statusOf = (id: string) => statusBefore(approval, id)
  const ending = plan.duplicates.filter(({ id }) => statusOf(id) !== 'draft').length
  return (
    <div className="flex flex-col gap-8 pt-2 pb-5">
      <section aria-label="Which one stays">
        <ColumnTitle n={1}>Which one stays</ColumnTitle>
        <ul>
          <Party id={plan.winner.id} title={plan.winner.title} status="published" />
        </ul>
        <h3 className="t-head mt-6 mb-1">
          {ending === 0
            ? `${countOf(plan.duplicates.length, 'draft ends', 'drafts end')} in it`
            : `${countOf(ending, 'article becomes a draft and is', 'articles become drafts and are')} no longer public`}
        </h3>
        <ul>
          {plan.duplicates.map(({ id, title }) => (
            <Party key={id} id={id} title={title} status={statusOf(id)} />
          ))}
        </ul>
      </section>
      <WhatMoves plan={plan} />
    </div>
  )
}

type Status = 'draft' | 'scheduled' | 'published'

function Party({ id, title, status }: { id: string; title: string; status: Status }) {
  const { slug: orgSlug } = useOrganization()
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line py-2">
      <Link
        to="/o/$orgSlug/content/$itemId"
        params={{ orgSlug, itemId: id }}
        className="t-row min-w-0 wrap-anywhere hover:underline"
      >
        {visibleText(title)}
      </Link>
      <ItemState item={{ status, publishAt: null, reviewState: 'none', publishError: null, deletedAt: null }} />
    </li>
  )
}

/** A record names its status only where that changes; what is merged and stays as it is was a draft. */
function statusBefore({ untrusted }: Approval, id: string): Status {
  const status = untrusted.records.find((record) => record.id === id)?.before?.['status']
  return status === 'published' || status === 'scheduled' ? status : 'draft'
}
