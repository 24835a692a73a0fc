import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { sittingFrom } from '#web/areas/content/article/rail/agent-sittings.ts'
import { CompareRevisions } from '#web/areas/content/article/rail/compare-revisions.tsx'
import { RestoreRevision } from '#web/areas/content/article/rail/restore-revision.tsx'
import { writerName } from '#web/areas/content/article/writer-name.ts'
import { usePeople } from '#web/areas/organizations/use-people.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { fieldWords } from '#web/parts/field-words.ts'
import { late, preloading } from '#web/parts/late.ts'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { Who } from '#web/parts/who.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

const pageSize = 30

const TakeBack = late(async () => ({ default: (await import('#web/areas/agent-audit/take-back.tsx')).TakeBack }))

/** Who changed the article when, and why; each state can be compared with the one before and brought back. */
export function ArticleHistory({ found: { item } }: { found: OutputOf<'getItem'> }) {
  const [size, setSize] = useState(pageSize)
  const read = useOperation('listItemRevisions', { id: item.id, page: 1, pageSize: size })
  const people = usePeople()
  const { revision: comparing } = useSearch({ from: '/o/$orgSlug/content/$itemId' })
  const navigate = useNavigate({ from: '/o/$orgSlug/content/$itemId' })
  const [restoring, setRestoring] = useState<number | null>(null)
  const [reverting, setReverting] = useState<number | null>(null)
  const mayRevert = (useCatalogEntry('revertChanges')?.allowed ?? false) && item.deletedAt === null
  const mayRestore = (useCatalogEntry('restoreItemRevision')?.allowed ?? false) && item.deletedAt === null
  if (read.error !== null) return <Problem error={read.error} onRetry={() => void read.refetch()} />
  if (read.data === undefined) return <Skeleton className="h-96" />
  const { items: revisions, total } = read.data
  const newest = revisions[0]?.n
  const compare = (revision?: number) =>
    void navigate({ search: { rail: 'history', ...(revision && { revision }) }, replace: true, resetScroll: false })
  return (
    <>
      <ol aria-label="Revisions">
        {revisions.map((revision, at) => (
          <RevisionRow
            key={revision.n}
            revision={revision}
            writer={writerName(revision, people)}
            sitting={sittingFrom(revisions, at)}
            mayRestore={mayRestore && revision.n !== newest}
            mayRevert={mayRevert}
            onCompare={compare}
            onRestore={setRestoring}
            isReverting={reverting === revision.n}
            onRevert={setReverting}
          />
        ))}
      </ol>
      {total > revisions.length && (
        <Button className="mt-3" onClick={() => setSize((now) => Math.min(100, now + pageSize))}>
          Earlier changes
        </Button>
      )}
      {comparing !== undefined && newest !== undefined && comparing <= newest && (
        <CompareRevisions item={item} n={comparing} newest={newest} onClose={() => compare()} />
      )}
      {restoring !== null && <RestoreRevision item={item} n={restoring} onClose={() => setRestoring(null)} />}
    </>
  )
}

type Revision = OutputOf<'listItemRevisions'>['items'][number]
type RowProps = {
  revision: Revision
  writer: string
  /** The calls of one agent, one after the other, that this revision is the newest of: they can be reverted together. */
  sitting: string[]
  mayRestore: boolean
  mayRevert: boolean
  isReverting: boolean
  onCompare(n: number): void
  onRestore(n: number): void
  onRevert(n: number | null): void
}

function RevisionRow(props: RowProps) {
  const { revision, writer, sitting, mayRestore, mayRevert, isReverting, onCompare, onRestore, onRevert } = props
  const { n, authorType, createdAt, changed, note, isStaged } = revision
  return (
    <li className="border-b border-line py-2.5">
      <p className="flex items-baseline justify-between gap-3">
        <Who isAgent={authorType === 'agent'}>{writer}</Who>
        <span className="text-sm text-muted">
          <Time at={createdAt} />
        </span>
      </p>
      <p className="text-sm text-muted">
        {n === 1 ? 'Made it' : changed.map(fieldWords).join(', ') || 'Changed its state'}
        {isStaged && '; waits to be published'}
      </p>
      {note !== null && <p className="mt-1">“{note}”</p>}
      <p className="mt-1.5 flex gap-2">
        {n > 1 && (
          <Button size="small" aria-label={`Compare revision ${n}`} onClick={() => onCompare(n)}>
            Compare
          </Button>
        )}
        {mayRestore && (
          <Button size="small" look="quiet" aria-label={`Restore… revision ${n}`} onClick={() => onRestore(n)}>
            Restore…
          </Button>
        )}
        {sitting.length > 0 && (
          <Button
            size="small"
            look="quiet"
            aria-expanded={isReverting}
            {...preloading(TakeBack)}
            onClick={() => onRevert(isReverting ? null : n)}
            className={mayRevert ? undefined : 'invisible'}
          >
            {sitting.length === 1 ? 'Revert…' : `Revert all ${sitting.length}…`}
          </Button>
        )}
      </p>
      {isReverting && (
        <Suspense>
          <div className="mt-2">
            <TakeBack named={{ requestIds: sitting }} what="sitting" isByAgent onClose={() => onRevert(null)} />
          </div>
        </Suspense>
      )}
    </li>
  )
}
