import { useState } from 'react'

import { Problem } from '#web/parts/problem.tsx'
import { RadioGroup } from '#web/parts/radio-group.tsx'
import { Sheet } from '#web/parts/sheet.tsx'
import { TextDiff } from '#web/parts/text-diff.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = { itemId: string; n: number; newest: number; onClose(): void }

/** What a revision changed, or what has changed since: fields and body, line by line. */
export function CompareRevisions({ itemId, n, newest, onClose }: Props) {
  const [against, setAgainst] = useState<'before' | 'now'>('before')
  const compare = against === 'before' ? [n - 1, n] : [n, newest]
  const read = useOperation('listItemRevisions', { id: itemId, page: 1, pageSize: 1, compare })
  return (
    <Sheet title={`Revision ${n}`} onClose={onClose}>
      {n < newest && (
        <RadioGroup
          label="Compare"
          value={against}
          isRow
          options={[
            { value: 'before', label: 'With the one before' },
            { value: 'now', label: 'With what it says now' },
          ]}
          onChange={setAgainst}
        />
      )}
      {read.error !== null && <Problem error={read.error} onRetry={() => void read.refetch()} />}
      {read.data?.diff === '' && <p className="mt-3 text-muted">The texts are the same.</p>}
      {read.data?.diff && (
        <div className="mt-3">
          <TextDiff diff={read.data.diff} />
        </div>
      )}
    </Sheet>
  )
}
