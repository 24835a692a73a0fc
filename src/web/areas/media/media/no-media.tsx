import type { ReactNode } from 'react'

import type { MediaSearch } from '#web/areas/media/media/media-search.ts'
import { Button } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'

type Props = { asked: MediaSearch; ways: ReactNode; onClear(): void }

/** Why no picture is shown: nothing fits, nothing is of this part, or there is none yet. */
export function NoMedia({ asked: { search, source, tab }, ways, onClear }: Props) {
  if (search || source)
    return (
      <EmptyState title="Nothing matches" action={<Button onClick={onClear}>Clear filters</Button>}>
        {search ? (
          <>
            No picture of this part has “<span className="break-words">{search}</span>” in its name, its text or the
            name of its file.
          </>
        ) : (
          'No picture of this part comes from there.'
        )}
      </EmptyState>
    )
  if (tab) return <EmptyState title={words[tab].title}>{words[tab].about}</EmptyState>
  return (
    <EmptyState title="No pictures yet" isBare action={ways}>
      Drop some anywhere on this page, paste one, or choose files: PNG, JPEG, WebP, AVIF or GIF of at most 15 MB. Each
      is kept in the sizes that pages need.
    </EmptyState>
  )
}

const words = {
  'no-alt': { title: 'Every picture has an alt text', about: 'One that lacks it would be here.' },
  unused: { title: 'Every picture is in use', about: 'One that no article, author or member shows would be here.' },
  used: { title: 'No picture is in use', about: 'What an article, an author or a member shows is here.' },
}
