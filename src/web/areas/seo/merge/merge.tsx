import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import { NotAllowed } from '#web/areas/organizations/not-allowed.tsx'
import { idsIn } from '#web/areas/seo/merge/merge-search.ts'
import { Merged } from '#web/areas/seo/merge/merged.tsx'
import { Merging } from '#web/areas/seo/merge/merging.tsx'
import type { MergePlan } from '#web/areas/seo/merge/use-merge-plan.ts'
import type { ManagerItem } from '#web/operations.ts'
import { useAllowed } from '#web/use-catalog.ts'

/** Several articles become one: which stays, what moves, what is afterwards. Nothing happens before the red button. */
export function Merge() {
  if (useAllowed('consolidateItems').isPossible) return <MergeSteps />
  return <NotAllowed title="Merge" who="Only people who may delete content can merge it." />
}

function MergeSteps() {
  const { ids: given } = useSearch({ from: '/o/$orgSlug/content/merge' })
  const ids = idsIn(given)
  const [before, setBefore] = useState<readonly ManagerItem[]>([])
  const [done, setDone] = useState<{ plan: MergePlan; requestId: string } | null>(null)
  if (done) return <Merged {...done} before={before} onTakenBack={() => setDone(null)} />
  return (
    <Merging
      ids={ids}
      onDone={(plan, requestId, items) => {
        setBefore(items)
        setDone({ plan, requestId })
      }}
    />
  )
}
