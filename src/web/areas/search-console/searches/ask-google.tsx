import { Suspense, useState } from 'react'

import { pathOf } from '#web/areas/search-console/searches/search-words.ts'
import { Button } from '#web/parts/button.tsx'
import { late } from '#web/parts/late.ts'
import { useAllowed } from '#web/use-catalog.ts'

const PageInIndex = late(() => import('#web/areas/search-console/searches/page-in-index.tsx'))

/** Opens what Google's index says of a page, for those who may ask it. */
export function AskGoogle({ url }: { url: string }) {
  const { isAllowed } = useAllowed('inspectIndexStatus')
  const [isOpen, setOpen] = useState(false)
  if (!isAllowed || !URL.canParse(url)) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Ask Google…<span className="sr-only"> about {pathOf(url)}</span>
      </Button>
      <Suspense>{isOpen && <PageInIndex url={url} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
