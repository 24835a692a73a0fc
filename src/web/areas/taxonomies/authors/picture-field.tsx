import { clsx } from 'clsx'
import { useId, useState } from 'react'

import { Button } from '#web/parts/button.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = { chosen: string | null; onChoose(mediaId: string | null): void }

/** The picture of an author, chosen from the images of the library. */
export function PictureField({ chosen, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <fieldset>
      <legend className="mb-1 font-medium">
        Picture <span className="font-normal text-muted">(optional)</span>
      </legend>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {chosen ? 'Choose another picture' : 'Choose a picture'}
        </Button>
        {chosen && (
          <Button size="small" look="quiet" onClick={() => onChoose(null)}>
            Without a picture
          </Button>
        )}
      </div>
      {isOpen && <Images chosen={chosen} onChoose={onChoose} />}
    </fieldset>
  )
}

function Images({ chosen, onChoose }: Props) {
  const name = useId()
  const [search, setSearch] = useState('')
  const { data } = useOperation('listMedia', { kind: 'image', pageSize: 24, ...(search ? { search } : {}) })
  return (
    <div className="mt-2">
      {(search || (data?.total ?? 0) > 24) && (
        <SearchBox label="Search images" hint="Title or alt text" value={search} onSearch={setSearch} />
      )}
      {data?.items.length === 0 && (
        <p className="text-muted">{search ? 'No image fits.' : 'The library has no image yet.'}</p>
      )}
      <div className="mt-2 flex max-h-56 flex-wrap gap-2 overflow-y-auto p-1">
        {data?.items.map(({ id, url, alt, title }, index) => (
          <label
            key={id}
            className={clsx('block rounded-lg border p-1', id === chosen ? 'border-ink bg-raised' : 'border-line')}
          >
            <input
              type="radio"
              name={name}
              checked={id === chosen}
              aria-label={alt ?? title ?? `Image ${index + 1}`}
              onChange={() => onChoose(id)}
              className="mb-1"
            />
            {url && <img src={url} alt="" width={64} height={64} className="size-16 rounded-lg object-cover" />}
          </label>
        ))}
      </div>
    </div>
  )
}
