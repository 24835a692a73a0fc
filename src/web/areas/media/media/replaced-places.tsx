import { countOf } from '#web/areas/content/item-words.tsx'
import type { Media } from '#web/areas/media/media/media-search.ts'
import { Thumbnail } from '#web/areas/media/thumbnail.tsx'
import type { OutputOf } from '#web/operations.ts'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useOperation } from '#web/use-operation.ts'

type Effects = OutputOf<'replaceMedia'>
type Props = { from: Media; toId: Media['id']; effects: Effects | null }

/** One picture, the other one, and every place that changes. */
export function ReplacedPlaces({ from, toId, effects }: Props) {
  const found = useOperation('listMedia', { ids: [toId], pageSize: 1 })
  const to = found.data?.items.find(({ id }) => id === toId)
  const look = 'aspect-[8/5] rounded-lg border border-line object-cover'
  return (
    <>
      <div className="mb-3 grid grid-cols-2 gap-3">
        <Thumbnail media={from} width={320} className={look} isDecoration />
        {to ? (
          <Thumbnail media={to} width={320} className={look} isDecoration />
        ) : (
          <Skeleton className="aspect-[8/5]" />
        )}
      </div>
      {effects === null ? (
        <Skeleton className="h-24" />
      ) : (
        <>
          <p>
            {countOf(effects.rewritten, 'article')}
            {effects.rewritten === 1 ? ' changes' : ' change'}
            {effects.authors.length > 0 &&
              `, and the portrait of ${effects.authors.map(({ name }) => name).join(', ')}`}
            . The old picture stays in the library.
          </p>
          <ul className="mt-2">
            {effects.items.map(({ id, title, status, places }) => (
              <li key={id} className="border-t border-line py-1.5">
                <span className="t-row block wrap-anywhere">{title}</span>
                <span className="text-sm text-muted">
                  {places.map((place) => words[place]).join(', ')}
                  {status === 'published' && <b className="font-medium text-press-ink"> · live, public at once</b>}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const words: Record<Effects['items'][number]['places'][number], string> = {
  featuredImageId: 'picture of the article',
  ogImageId: 'picture when it is shared',
  comparisonScreenshots: 'screenshot',
  content: 'in the text',
}
