import type { ReactNode } from 'react'

import { kindName, kinds } from '#web/areas/library/entry-words.ts'
import type { LibrarySearch } from '#web/areas/library/library/library-search.ts'
import { Button } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'

type Props = { asked: LibrarySearch; ways: ReactNode; onClear(): void }

/** Why no entry is shown: nothing fits, none is of this kind, or there is none yet. */
export function NoEntries({ asked: { search, kind }, ways, onClear }: Props) {
  if (search)
    return (
      <EmptyState title="Nothing matches" action={<Button onClick={onClear}>Clear filters</Button>}>
        No entry here fits “<span className="break-words">{search}</span>”.
      </EmptyState>
    )
  if (kind)
    return (
      <EmptyState title="Nothing of this kind" action={<Button onClick={onClear}>Clear filters</Button>}>
        {kindName(kind)}: {kinds.find(([name]) => name === kind)?.[2]}
      </EmptyState>
    )
  return (
    <EmptyState title="Nothing in the library yet" isBare action={ways}>
      Write down once what everybody who writes should know: how you speak, what you offer, which facts hold. People and
      agents get what fits with every brief.
    </EmptyState>
  )
}
