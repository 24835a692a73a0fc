import { kindName, kinds } from '#web/areas/library/entry-words.ts'
import type { LibrarySearch } from '#web/areas/library/library/library-search.ts'
import { Button } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'

/** Why no entry is shown: nothing fits, none is of this kind, or there is none yet. */
export function NoEntries({ asked: { search, kind }, onClear }: { asked: LibrarySearch; onClear(): void }) {
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
    <EmptyState title="Nothing in the library yet">
      Write down once what everybody who writes should know: how you speak, what you offer, which facts hold. People and
      agents get what fits with every brief.
    </EmptyState>
  )
}
