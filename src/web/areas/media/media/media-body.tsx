import type { ReactNode } from 'react'

import { MediaGrid } from '#web/areas/media/media/media-grid.tsx'
import type { MediaSearch } from '#web/areas/media/media/media-search.ts'
import { MediaTable } from '#web/areas/media/media/media-table.tsx'
import { NoMedia } from '#web/areas/media/media/no-media.tsx'
import type { InputOf } from '#web/operations.ts'
import { TableSkeleton } from '#web/parts/data-table.tsx'
import { ListBody } from '#web/parts/list-body.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = {
  asked: MediaSearch
  input: InputOf<'listMedia'>
  /** How the first picture comes. */
  ways: ReactNode
  onAsk(next: MediaSearch): void
}

/** A page of the library, as a grid or as a list. */
export function MediaBody({ asked, input, ways, onAsk }: Props) {
  const list = useOperation('listMedia', input)
  return (
    <ListBody
      list={list}
      skeleton={
        asked.view === 'list' ? <TableSkeleton label="Reading the media" rows={6} rowHeight="h-[49px]" /> : <Blanks />
      }
      isCounted
      empty={() => <NoMedia asked={asked} ways={ways} onClear={() => onAsk(asked.tab ? { tab: asked.tab } : {})} />}
      onPage={(page) => onAsk({ ...asked, page })}
    >
      {({ items }) =>
        asked.view === 'list' ? (
          <MediaTable items={items} asked={asked} onPeek={({ id }) => onAsk({ ...asked, peek: id })} />
        ) : (
          <MediaGrid items={items} asked={asked} />
        )
      }
    </ListBody>
  )
}

function Blanks() {
  return (
    <div role="status" aria-label="Reading the media" className="grid grid-cols-2 gap-4 sm:grid-cols-3 xl:grid-cols-4">
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className="aspect-[8/5]" />
      ))}
    </div>
  )
}
