import { Link, useNavigate, useSearch } from '@tanstack/react-router'

import { Afterwards } from '#web/areas/seo/merge/afterwards.tsx'
import { canMerge } from '#web/areas/seo/merge/can-merge.ts'
import { firstLive, inOrder } from '#web/areas/seo/merge/parties.ts'
import { mergeInput, type MergePlan, useMergePlan } from '#web/areas/seo/merge/use-merge-plan.ts'
import { WhatMoves } from '#web/areas/seo/merge/what-moves.tsx'
import { WhichStays } from '#web/areas/seo/merge/which-stays.tsx'
import { useOrganization } from '#web/context.ts'
import type { ManagerItem } from '#web/operations.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'

type Props = {
  ids: readonly string[]
  onDone(plan: MergePlan, requestId: string, before: readonly ManagerItem[]): void
}

/** The three columns of a merge, and the button that does it. */
export function Merging({ ids, onDone }: Props) {
  const { slug } = useOrganization()
  const asked = useSearch({ from: '/o/$orgSlug/content/merge' })
  const navigate = useNavigate({ from: '/o/$orgSlug/content/merge' })
  const list = useOperation('listManagerItems', { ids: [...ids], pageSize: 100 }, { enabled: ids.length > 0 })
  const items = inOrder(list.data?.items ?? [], ids)
  const isPossible = canMerge(items)
  const suggested = asked.suggested ?? firstLive(items)?.id
  const keep =
    items.find(({ id, status }) => id === asked.keep && status === 'published')?.id ?? firstLive(items, suggested)?.id
  const merge = useAction('consolidateItems')
  const there = items.map(({ id }) => id)
  const plan = useMergePlan(merge, there, isPossible ? keep : undefined)
  const isPublic = items.some(({ id, status }) => id !== keep && status === 'published')

  async function press() {
    if (keep === undefined) return
    let requestId = ''
    const result = await merge.run(mergeInput(there, keep), { confirm: true, onChanged: (id) => (requestId = id) })
    if (result) onDone(result, requestId, items)
  }

  if (list.error && !list.data)
    return (
      <Page title="Merge articles">
        <Problem error={list.error} onRetry={() => void list.refetch()} />
      </Page>
    )
  if (ids.length > 0 && !list.data)
    return (
      <Page title="Merge articles">
        <Skeleton className="h-64" />
      </Page>
    )
  if (!isPossible) return <NotMergeable />
  return (
    <Page title={`${numberWord(items.length)} articles cover the same story. Keep one.`} isFinding isWide>
      <div className="grid gap-8 lg:grid-cols-[2fr_3fr_2fr] lg:divide-x lg:divide-line lg:*:pr-6">
        <WhichStays
          items={items}
          keep={keep}
          suggested={suggested}
          onKeep={(id) => void navigate({ search: { ...asked, keep: id }, replace: true, resetScroll: false })}
          onTakeOut={(id) =>
            void navigate({
              search: { ids: there.filter((one) => one !== id).join('.'), ...(keep && keep !== id ? { keep } : {}) },
              resetScroll: false,
            })
          }
        />
        <WhatMoves plan={plan} />
        <Afterwards plan={plan} items={items} keep={keep} />
      </div>
      {merge.error && (
        <div className="mt-6">
          <Problem error={merge.error} />
        </div>
      )}
      <div className="mt-8 flex flex-wrap items-center justify-between gap-3 border-t border-edge bg-paper py-3 md:sticky md:bottom-0">
        <p className="text-muted">All of it happens at once, or none of it.</p>
        <div className="flex flex-wrap gap-2">
          <Link to="/o/$orgSlug/content/duplicates" params={{ orgSlug: slug }} className={buttonLook('plain')}>
            Cancel
          </Link>
          <Button
            look={isPublic ? 'press' : 'ink'}
            disabled={plan === null}
            isBusy={plan !== null && merge.isPending}
            onClick={() => void press()}
          >
            Merge {items.length} into 1
          </Button>
        </div>
      </div>
    </Page>
  )
}

function NotMergeable() {
  const { slug } = useOrganization()
  return (
    <Page title="Merge articles">
      <EmptyState
        title="These cannot be merged"
        action={
          <Link to="/o/$orgSlug/content/duplicates" params={{ orgSlug: slug }} className={buttonLook('plain')}>
            See the duplicates
          </Link>
        }
      >
        A merge takes two or more articles of one collection, outside the trash, and at least one of them is live: it
        stays, and the others lead to it.
      </EmptyState>
    </Page>
  )
}

function numberWord(count: number): string {
  return ['', '', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'][count] ?? String(count)
}
