import { useState } from 'react'

import { GenerateButton } from '#web/areas/media/generate/generate-button.tsx'
import { nameOf } from '#web/areas/media/media-words.ts'
import { Thumbnail } from '#web/areas/media/thumbnail.tsx'
import type { OutputOf } from '#web/operations.ts'
import { Problem } from '#web/parts/problem.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { Sheet } from '#web/parts/sheet.tsx'
import { useOperation } from '#web/use-operation.ts'

type MediaId = OutputOf<'listMedia'>['items'][number]['id']
type Props = {
  /** One that is not offered. */
  except?: MediaId
  /** The article that it is for: where a model can draw, one can be generated. */
  articleId?: string | undefined
  onChoose(id: MediaId): void
  onClose(): void
}

/** The pictures of the organization, the newest first, to choose one of them. */
export function ChoosePicture({ except, articleId, onChoose, onClose }: Props) {
  const [search, setSearch] = useState('')
  const found = useOperation('listMedia', { kind: 'image', page: 1, pageSize: 30, ...(search ? { search } : {}) })
  const pictures = found.data?.items.filter(({ id }) => id !== except) ?? []
  return (
    <Sheet title="Choose a picture" onClose={onClose}>
      <SearchBox label="Search" hint="Title, text or file name" value={search} onSearch={setSearch} />
      {articleId !== undefined && (
        <div className="mt-3 empty:hidden">
          <GenerateButton articleId={articleId} use={{ label: 'Use this picture', run: onChoose }} />
        </div>
      )}
      {found.error !== null && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.data !== undefined && pictures.length === 0 && (
        <p className="mt-4 text-muted">
          {search
            ? 'No picture has that in its title, text or file name.'
            : 'There are no pictures yet. Upload one under Media.'}
        </p>
      )}
      <ul className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3">
        {pictures.map((media) => (
          <li key={media.id}>
            <button
              type="button"
              className="block w-full rounded-lg border border-line p-1 text-left hover:border-ink"
              onClick={() => onChoose(media.id)}
            >
              <Thumbnail media={media} width={320} className="aspect-video rounded object-cover" isDecoration />
              <span className="mt-1 block truncate text-sm">{nameOf(media)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
