import type { OutputOf } from '#web/operations.ts'
import { fieldDiff } from '#web/parts/field-diff.ts'
import { Problem } from '#web/parts/problem.tsx'
import { Sheet } from '#web/parts/sheet.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { TextDiff } from '#web/parts/text-diff.tsx'
import { useOperation } from '#web/use-operation.ts'

type Item = OutputOf<'getItem'>['item']
type Props = { ids: readonly [string, string]; onClose(): void }

/** Two articles line by line: what only one of them says. */
export default function CompareItems({ ids: [one, other], onClose }: Props) {
  const [first, second] = [useOperation('getItem', { id: one }), useOperation('getItem', { id: other })]
  const [a, b] = [first.data?.item, second.data?.item]
  const failed = [first, second].find(({ error }) => error !== null)
  return (
    <Sheet title="Two articles compared" onClose={onClose}>
      {failed && <Problem error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && (!a || !b) && <Skeleton className="h-60 w-full" />}
      {a && b && <Compared {...{ a, b }} />}
    </Sheet>
  )
}

const compared = ['title', 'excerpt', 'content'] as const

function Compared({ a, b }: { a: Item; b: Item }) {
  const diff = compared.map((field) => fieldDiff(field, a[field] ?? '', b[field] ?? '')).join('')
  if (diff === '') return <p className="text-muted">Their titles, excerpts and texts are the same.</p>
  return (
    <>
      <dl className="mb-3 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1">
        <dt className="text-muted">− only in</dt>
        <dd className="t-row wrap-anywhere">{a.title}</dd>
        <dt className="text-muted">+ only in</dt>
        <dd className="t-row wrap-anywhere">{b.title}</dd>
      </dl>
      <TextDiff diff={diff} />
    </>
  )
}
