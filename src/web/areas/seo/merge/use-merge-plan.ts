import { useEffect, useRef, useState } from 'react'

import type { InputOf, OutputOf } from '#web/operations.ts'
import type { Action } from '#web/use-operation.ts'

export type MergePlan = OutputOf<'consolidateItems'>

/** The call that merges articles into the one that stays. */
export function mergeInput(ids: readonly string[], keep: string): InputOf<'consolidateItems'> {
  return {
    winnerId: keep,
    duplicateIds: ids.filter((id) => id !== keep),
    rewriteReferences: true,
    createRedirects: true,
  }
}

/** What a merge would do, rehearsed again whenever another article is to stay; null while it is not known, or was refused. */
export function useMergePlan(
  action: Action<'consolidateItems'>,
  ids: readonly string[],
  keep: string | undefined,
): MergePlan | null {
  const [known, setKnown] = useState<Readonly<Record<string, MergePlan | null>>>({})
  const of = keep === undefined ? undefined : [keep, ...ids].join()
  const asked = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (of === undefined || keep === undefined || asked.current === of) return
    asked.current = of
    // Answers may come in another order than they were asked for.
    void action
      .run(mergeInput(ids, keep), { dryRun: true })
      .then((plan) => setKnown((before) => ({ ...before, [of]: plan })))
  })
  return of === undefined ? null : (known[of] ?? null)
}
