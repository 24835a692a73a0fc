import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { countOf } from '#web/areas/content/item-words.tsx'
import type { MergePlan } from '#web/areas/seo/merge/use-merge-plan.ts'
import { useOrganization } from '#web/context.ts'
import type { ManagerItem } from '#web/operations.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Page } from '#web/parts/page.tsx'
import { useTakeBack } from '#web/use-take-back.ts'

type Props = { plan: MergePlan; requestId: string; before: readonly ManagerItem[]; onTakenBack(): void }

/** What a merge did, with the way back. */
export function Merged({ plan: { winner, redirects, rewrittenItems }, requestId, before, onTakenBack }: Props) {
  const { slug: orgSlug } = useOrganization()
  const takeBack = useTakeBack()
  const [isBusy, setBusy] = useState(false)

  async function undo() {
    setBusy(true)
    if (await takeBack(requestId)) onTakenBack()
    setBusy(false)
  }

  return (
    <Page title={`${before.length} articles are one now`} isFinding>
      <Notice tone="ok">
        <p>
          <Link
            to="/o/$orgSlug/content/$itemId"
            params={{ orgSlug, itemId: winner.id }}
            className="underline underline-offset-4"
          >
            {winner.title}
          </Link>{' '}
          stays. {countOf(redirects.length, 'old address leads', 'old addresses lead')} to it
          {rewrittenItems > 0 && `, and ${countOf(rewrittenItems, 'article links', 'articles link')} to it instead`}.
        </p>
      </Notice>
      <div className="mt-4 flex flex-wrap gap-2">
        <Link to="/o/$orgSlug/content/duplicates" params={{ orgSlug }} className={buttonLook('ink')}>
          Next duplicates
        </Link>
        <Link
          to="/o/$orgSlug/settings/redirects"
          params={{ orgSlug }}
          search={{ search: winner.slug }}
          className={buttonLook('plain')}
        >
          See the redirects
        </Link>
        <Button isBusy={isBusy} onClick={() => void undo()}>
          Undo the merge
        </Button>
      </div>
    </Page>
  )
}
