import { clsx } from 'clsx'
import { Suspense, useState } from 'react'

import { FaultRow } from '#web/areas/checks/fix-list/fault-row.tsx'
import { FixAll } from '#web/areas/checks/fix-list/fix-all.tsx'
import { type Kind, type Warning } from '#web/areas/checks/fix-list/fix-list-search.ts'
import { kindWords } from '#web/areas/checks/fix-list/kind-words.ts'
import { isReady } from '#web/areas/checks/fix-list/ready-fix.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { late } from '#web/parts/late.ts'
import { Pagination } from '#web/parts/pagination.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'

const NoSuchPage = late(() => import('#web/parts/no-such-page.tsx'))

type Props = {
  kind: Kind
  list: OutputOf<'listPublishingWarnings'>
  isStale: boolean
  onPage(page: number): void
}

/** The articles with one kind of fault: what is wrong, and what mends it; ready fixes can be made together. */
export function OpenKind({ kind, list, isStale, onPage }: Props) {
  const mayChange = useCatalogEntry('updateItem')?.allowed ?? false
  const [fixing, setFixing] = useState<readonly Warning[] | null>(null)
  const found = list.items.filter(({ code }) => code === kind.code)
  const ready = mayChange ? found.filter(isReady) : []
  return (
    <section
      aria-label="Articles"
      aria-busy={isStale}
      className={clsx('min-w-0 max-lg:order-first', isStale && 'opacity-60')}
    >
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="t-sub">{kindWords(kind)}</h2>
        {ready.length > 0 && (
          <Button size="small" look="to-press" onClick={() => setFixing(ready)}>
            Fix {ready.length} at once…
          </Button>
        )}
      </div>
      <ul>
        {found.map((warning) => (
          <FaultRow
            key={warning.itemId ?? warning.code}
            warning={warning}
            onFix={mayChange && isReady(warning) ? () => setFixing([warning]) : undefined}
          />
        ))}
      </ul>
      {!isStale && list.items.length === 0 && list.total > 0 && (
        <Suspense>
          <NoSuchPage list={list} onPage={onPage} />
        </Suspense>
      )}
      <Pagination list={list} onPage={onPage} />
      {fixing && <FixAll warnings={fixing} onClose={() => setFixing(null)} />}
    </section>
  )
}
