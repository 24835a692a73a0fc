import { Suspense, useState } from 'react'

import { isUnmade } from '#web/areas/content/article/new-article.ts'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { late } from '#web/parts/late.ts'

const ChoosePicture = late(async () => ({
  default: (await import('#web/areas/media/choose-picture.tsx')).ChoosePicture,
}))

type Props = { item: OutputOf<'getItem'>['item']; writing: Writing; mayChange: boolean }

/** The picture of an article, from the media of the organization. */
export function PictureField({ item, writing, mayChange }: Props) {
  const [isChoosing, setChoosing] = useState(false)
  const chosen = writing.valueOf('featuredImageId')
  const error = writing.errorOf('featuredImageId')
  return (
    <div
      role="group"
      aria-label="Picture"
      data-field="featuredImageId"
      className="grid grid-cols-[88px_1fr] items-baseline"
    >
      <p className="text-muted">Picture</p>
      <div className="flex flex-wrap items-center gap-2">
        <span>{chosen === null ? 'None yet' : 'Chosen'}</span>
        {mayChange && (
          <>
            <Button size="small" onClick={() => setChoosing(true)}>
              {chosen === null ? 'Choose a picture…' : 'Another picture…'}
            </Button>
            {chosen !== null && (
              <Button size="small" look="quiet" onClick={() => writing.write('featuredImageId', null)}>
                Remove picture
              </Button>
            )}
          </>
        )}
      </div>
      {error && <p className="col-start-2 mt-1 text-sm text-press-ink">{error}</p>}
      {isChoosing && (
        <Suspense>
          <ChoosePicture
            articleId={isUnmade(item) ? undefined : item.id}
            onClose={() => setChoosing(false)}
            onChoose={(id) => {
              writing.write('featuredImageId', id)
              setChoosing(false)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
