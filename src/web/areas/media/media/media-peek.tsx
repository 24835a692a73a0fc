import { useState } from 'react'

import { nameOf, sizeOf } from '#web/areas/media/media-words.ts'
import { AltText } from '#web/areas/media/media/alt-text.tsx'
import { DeleteMedia } from '#web/areas/media/media/delete-media.tsx'
import { measuresOf } from '#web/areas/media/media/media-grid.tsx'
import { type Media, sources } from '#web/areas/media/media/media-search.ts'
import { MediaUses } from '#web/areas/media/media/media-uses.tsx'
import { UseAnother } from '#web/areas/media/media/use-another.tsx'
import { Thumbnail } from '#web/areas/media/thumbnail.tsx'
import { Button } from '#web/parts/button.tsx'
import { Peek } from '#web/parts/peek.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

type Props = { id: string; onClose(): void }

/** One picture beside the library: its facts, its text, where it is used, what can be done with it. */
export function MediaPeek({ id, onClose }: Props) {
  const { data, error, refetch } = useOperation('listMedia', { ids: [id], pageSize: 1 })
  const media = data?.items.find((one) => one.id === id)
  if (error && !data)
    return (
      <Peek title="Not shown" onClose={onClose}>
        <Problem error={error} onRetry={() => void refetch()} />
      </Peek>
    )
  if (!media)
    return (
      <Peek title={data ? 'No longer there' : '…'} isReady={data !== undefined} onClose={onClose}>
        {data ? <p className="text-muted">Somebody has deleted this picture.</p> : <Skeleton className="mt-3 h-40" />}
      </Peek>
    )
  return (
    <Peek title={nameOf(media)} onClose={onClose}>
      <About media={media} onClose={onClose} />
    </Peek>
  )
}

function About({ media, onClose }: { media: Media; onClose(): void }) {
  const mayChange = useCatalogEntry('updateMedia')?.allowed ?? false
  const mayReplace = useCatalogEntry('replaceMedia')?.allowed ?? false
  const mayDelete = useCatalogEntry('deleteMedia')?.allowed ?? false
  const [dialog, setDialog] = useState<'delete' | 'replace' | null>(null)
  const isUsed = media.useCount > 0
  const close = () => setDialog(null)
  return (
    <>
      <Thumbnail
        media={media}
        width={640}
        className="mt-2 max-h-72 min-h-24 rounded-lg border border-line object-contain"
      />
      <p className="mt-2 text-muted">
        {factsOf(media)} <Time at={media.createdAt} />.
      </p>
      {media.source === 'import' && media.variants.length === 0 && (
        <p className="mt-2 wrap-anywhere text-muted">
          No copy is kept here: the import could not fetch <span className="mono">{media.url}</span>. Importing the same
          source again tries once more.
        </p>
      )}
      <AltText key={media.id} media={media} mayChange={mayChange} />
      <MediaUses media={media} />
      <p className="mt-3 flex flex-wrap gap-2">
        {mayReplace && isUsed && (
          <Button look="to-press" onClick={() => setDialog('replace')}>
            Use another instead…
          </Button>
        )}
        {mayDelete && (
          <Button disabled={isUsed} aria-describedby="delete-when" onClick={() => setDialog('delete')}>
            Delete…
          </Button>
        )}
      </p>
      <p id="delete-when" className="mt-2 text-sm text-muted">
        {isUsed &&
          'Another picture takes all its places, with one revision for each article. It can be deleted when nothing uses it.'}
      </p>
      {dialog === 'replace' && <UseAnother media={media} onClose={close} />}
      {dialog === 'delete' && <DeleteMedia media={media} onClose={close} onDone={onClose} />}
    </>
  )
}

function factsOf({ variants, bytes, source, width, height }: Media): string {
  const widths = new Set(variants.map((one) => one.width)).size
  const facts = [
    measuresOf({ width, height }),
    bytes !== null && `${sizeOf(bytes)} as webp`,
    widths > 0 ? `${widths} ${widths === 1 ? 'size' : 'sizes'}` : 'stored elsewhere',
  ]
  const how = sources.find(([name]) => name === source)?.[1] ?? 'Added'
  return `${facts.filter(Boolean).join(', ')}. ${how}`
}
