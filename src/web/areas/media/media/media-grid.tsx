import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'

import { countOf } from '#web/areas/content/item-words.tsx'
import { nameOf } from '#web/areas/media/media-words.ts'
import { onGridKeys } from '#web/areas/media/media/grid-keys.ts'
import type { Media, MediaSearch } from '#web/areas/media/media/media-search.ts'
import { Thumbnail } from '#web/areas/media/thumbnail.tsx'

/** The pictures side by side; the arrow keys move between them. */
export function MediaGrid({ items, asked }: { items: readonly Media[]; asked: MediaSearch }) {
  return (
    <ul aria-label="Pictures" onKeyDown={onGridKeys} className="grid grid-cols-2 gap-4 sm:grid-cols-3 xl:grid-cols-4">
      {items.map((media) => (
        <li key={media.id} className="min-w-0">
          <Link
            to="/o/$orgSlug/media"
            from="/o/$orgSlug/media"
            search={{ ...asked, peek: media.id }}
            resetScroll={false}
            activeProps={{}}
            className="block rounded-lg"
          >
            <Thumbnail
              media={media}
              width={480}
              isDecoration
              className={clsx(
                'aspect-[8/5] rounded-lg border object-cover',
                media.id === asked.peek ? 'border-ink ring-2 ring-ink' : 'border-line',
              )}
            />
            <span className="mono mt-1.5 block truncate">{nameOf(media)}</span>
            <span className="flex justify-between gap-2 text-sm text-muted">
              <span>{measuresOf(media)}</span>
              <Standing media={media} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** What there is to know about a picture at a glance: whether it lacks its text, and how often it is used. */
export function Standing({ media: { alt, useCount } }: { media: Media }) {
  if (alt === null) return <span className="text-warn-ink">no alt text</span>
  return <span>{useCount === 0 ? 'used nowhere' : countOf(useCount, 'use')}</span>
}

export function measuresOf({ width, height }: Pick<Media, 'width' | 'height'>): string {
  return width && height ? `${width} × ${height}` : ''
}
