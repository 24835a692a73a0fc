import { clsx } from 'clsx'
import { ImageOff } from 'lucide-react'

import { pathOf } from '#web/areas/media/media-words.ts'
import type { OutputOf } from '#web/operations.ts'

type Props = {
  media: Pick<OutputOf<'listMedia'>['items'][number], 'variants' | 'alt'>
  width: number
  className?: string
  /** What it shows stands beside it. */
  isDecoration?: boolean
}

/** A picture in a small size; a sign where its file is stored elsewhere. */
export function Thumbnail({ media, width, className, isDecoration = false }: Props) {
  const path = pathOf(media, width)
  const look = clsx('w-full bg-raised', className)
  if (path === undefined)
    return (
      <span className={clsx('grid place-items-center text-muted', look)} title="Its file is stored elsewhere">
        <ImageOff aria-hidden size={20} strokeWidth={1.75} />
      </span>
    )
  return <img src={path} alt={isDecoration ? '' : (media.alt ?? '')} loading="lazy" className={look} />
}
