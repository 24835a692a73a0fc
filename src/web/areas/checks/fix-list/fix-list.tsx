import { useNavigate, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect } from 'react'

import { fixListQuery, fixListSearch } from '#web/areas/checks/fix-list/fix-list-search.ts'
import { Kinds } from '#web/areas/checks/fix-list/kinds.tsx'
import { OpenKind } from '#web/areas/checks/fix-list/open-kind.tsx'
import { countOf } from '#web/areas/content/item-words.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Switch } from '#web/parts/switch.tsx'
import { useOperation } from '#web/use-operation.ts'

/** What the checks found in all articles, by kind; an open kind shows its articles and what mends them. */
export function FixList() {
  const asked = useSearch({ from: '/o/$orgSlug/content/fix-list' })
  const navigate = useNavigate({ from: '/o/$orgSlug/content/fix-list' })
  const input = fixListQuery(asked)
  const list = useOperation('listPublishingWarnings', input)
  const { kinds = [], unchecked = 0 } = list.data ?? {}
  const open = kinds.find(({ code }) => code === asked.kind)
  // A kind of which nothing is left is no longer open.
  const isGone = asked.kind !== undefined && list.data !== undefined && !list.isPlaceholderData && open === undefined
  useEffect(() => {
    if (isGone) void navigate({ search: ({ live }) => fixListSearch({ live }), replace: true, resetScroll: false })
  }, [isGone])
  const go = (next: object) => void navigate({ search: fixListSearch({ ...next }), resetScroll: false })

  return (
    <Page
      title="Fix list"
      lead="What the checks found, worst first. They run by themselves whenever something changes."
      isWide
      actions={
        <>
          <Switch
            label="Only what is live"
            isOn={asked.live ?? false}
            onChange={(live) => go({ ...asked, live, page: 1 })}
          />
        </>
      }
    >
      {unchecked > 0 && (
        <p role="status" className="mb-3 text-muted">
          {countOf(unchecked, 'article is', 'articles are')} still being looked at: reload in a minute to see the rest.
        </p>
      )}
      {list.error && !list.data && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton className="h-96" />}
      {list.data && (
        <div className={clsx('grid gap-8', open && 'lg:grid-cols-[2fr_3fr]')}>
          <Kinds kinds={kinds} asked={asked} />
          {open && (
            <OpenKind
              key={`${open.code} ${asked.page ?? 1}`}
              kind={open}
              list={list.data}
              isStale={list.isPlaceholderData}
              onPage={(page) => go({ ...asked, page })}
            />
          )}
        </div>
      )}
    </Page>
  )
}
