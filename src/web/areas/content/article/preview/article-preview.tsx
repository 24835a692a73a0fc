import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'

import type { Writing } from '#web/areas/content/article/use-draft.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { late } from '#web/parts/late.ts'
import { useVerbs } from '#web/parts/verbs.ts'

const Preview = late(() => import('#web/areas/content/article/preview/preview.tsx'))

type Props = { item: OutputOf<'getItem'>['item']; writing: Writing }

/** Opens the preview; whether it is open, and how wide, is in the address. */
export function ArticlePreview({ item, writing }: Props) {
  const { preview: width } = useSearch({ from: '/o/$orgSlug/content/$itemId' })
  const navigate = useNavigate({ from: '/o/$orgSlug/content/$itemId' })
  const show = (preview: typeof width) =>
    void navigate({
      search: ({ preview: _before, ...others }) => ({ ...others, ...(preview && { preview }) }),
      replace: true,
      resetScroll: false,
    })
  useVerbs([{ label: 'Preview', words: 'look reader page', run: () => show('desktop') }])
  return (
    <>
      <Button onClick={() => show('desktop')}>Preview</Button>
      {width && (
        <Suspense>
          <Preview item={item} writing={writing} width={width} onWidth={show} onClose={() => show(undefined)} />
        </Suspense>
      )}
    </>
  )
}
