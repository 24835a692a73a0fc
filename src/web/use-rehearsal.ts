import { useEffect, useRef, useState } from 'react'

import type { InputOf, OperationName, OutputOf } from '#web/operations.ts'
import type { Action } from '#web/use-operation.ts'

/** What a call would do, rehearsed once when its dialog opens; null while it is not known, or was refused. */
export function useRehearsal<N extends OperationName>(action: Action<N>, input: InputOf<N>): OutputOf<N> | null {
  const [effects, setEffects] = useState<OutputOf<N> | null>(null)
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void action.run(input, { dryRun: true }).then(setEffects)
  })
  return effects
}
