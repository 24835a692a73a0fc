import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import type { ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import { useOrganization } from '#web/context.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { late } from '#web/parts/late.ts'
import { useVerbs } from '#web/parts/verbs.ts'
import { useAllowed } from '#web/use-catalog.ts'

const ExportContent = late(() =>
  import('#web/areas/exchange/export/export-content.tsx').then((module) => ({ default: module.ExportContent })),
)

/** The ways in and out of the content list. */
export function ContentExchange({ asked }: { asked: ContentSearch }) {
  const { slug } = useOrganization()
  const { isPossible: mayImport } = useAllowed('importItems')
  const [isOpen, setOpen] = useState(false)
  useVerbs([{ label: 'Export content…', words: 'download markdown csv json wordpress', run: () => setOpen(true) }])
  return (
    <>
      {mayImport && (
        <Link to="/o/$orgSlug/content/import" params={{ orgSlug: slug }} className={buttonLook('plain')}>
          Import…
        </Link>
      )}
      <Button onClick={() => setOpen(true)}>Export…</Button>
      {isOpen && (
        <Suspense>
          <ExportContent asked={asked} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
