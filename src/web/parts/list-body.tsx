import type { UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Suspense, type ReactNode } from 'react'

import type { ListOf } from '#web/operations.ts'
import { late } from '#web/parts/late.ts'
import { Pagination } from '#web/parts/pagination.tsx'
import { Problem } from '#web/parts/problem.tsx'

const NoSuchPage = late(() => import('#web/parts/no-such-page.tsx'))

type Props<List> = {
  list: UseQueryResult<List>
  /** What is shown until the list is known. */
  skeleton: ReactNode
  /** Whether something else that its rows show is still unknown. */
  isWaiting?: boolean
  /** Whether the number of entries is read aloud. */
  isCounted?: boolean
  /** Its entries, at least one. */
  children(list: List): ReactNode
  /** Why it has none. */
  empty(list: List): ReactNode
  onPage(page: number): void
}

/** A list page by page: unread, refused, empty or full. A page that is being replaced stays, dimmed; one that
 * does not exist is left in silence. */
export function ListBody<List extends ListOf<unknown>>(props: Props<List>) {
  const { list, skeleton, isWaiting = false, isCounted = false, children, empty, onPage } = props
  const { data, error, isPlaceholderData, refetch } = list
  if (error && !data)
    return (
      <div className="p-4">
        <Problem error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (isWaiting || !data) return skeleton
  if (data.items.length === 0 && data.total > 0)
    return (
      <>
        {skeleton}
        {!isPlaceholderData && (
          <Suspense>
            <NoSuchPage list={data} onPage={onPage} />
          </Suspense>
        )}
      </>
    )
  return (
    <div
      className={clsx('transition-opacity delay-100', isPlaceholderData && 'opacity-60')}
      aria-busy={isPlaceholderData}
    >
      {isCounted && (
        <p role="status" className="sr-only">
          {data.total} found
        </p>
      )}
      {data.items.length > 0 ? children(data) : empty(data)}
      <Pagination list={data} onPage={onPage} />
    </div>
  )
}
