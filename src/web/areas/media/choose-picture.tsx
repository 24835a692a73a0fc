import { useState } from 'react'
import { Sheet } from '#web/parts/sheet.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import type { OutputOf } from '#web/operations.ts'
import { useOperation } from '#web/use-operation.ts'

type MediaId = OutputOf<'listMedia'>['items'][number]['id']
type Props = { onChoose(id: MediaId): void; onClose(): void }

/** The pictures of the organization, the newest first, to choose one of them. */
export function ChoosePicture({ onChoose, onClose }: Props) {
  const [search, setSearch] = useState('')
  const found = useOperation('listMedia', { kind: 'image', page: 1, pageSize: 30, ...(search ? { search } : {}) })
  const pictures = found.data?.items ?? []
  return (
    <Sheet title="Choose a picture" onClose={onClose}>
      <SearchBox label="Search" hint="Title, text or file name" value={search} onSearch={setSearch} />
      {found.error !== null && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.data !== undefined && pictures.length === 0 && (
        <p className="mt-4 text-muted">
          {search
            ? 'No picture has that in its title, text or file name.'
            : 'There are no pictures yet. Upload one under Media.'}
        </p>
      )}
      <ul className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3">
        {pictures.map(({ id, url, alt, title }) => (
          <li key={id}>
            <button
              type="button"
              className="block w-full rounded-lg border border-line p-1 text-left hover:border-ink"
              onClick={() => onChoose(id)}
            >
              <img
                src={pathOf(url)}
                alt={alt ?? ''}
                loading="lazy"
                className="aspect-video w-full rounded object-cover"
              />
              <span className="mt-1 block truncate text-sm">{title ?? alt ?? 'Without a name'}</span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

// Media answer at this server's own address, whatever name the installation has.
function pathOf(url: string | null): string | undefined {
  return url !== null && URL.canParse(url) ? new URL(url).pathname : undefined
}
