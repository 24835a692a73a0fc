import { useState } from 'react'

import type { Topic } from '#web/areas/topics/topics/topics-search.ts'
import { OperationError } from '#web/operation-error.ts'
import type { InputOf } from '#web/operations.ts'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'
import { useTakeBack } from '#web/use-take-back.ts'

type Decision = Pick<InputOf<'reviewTopics'>, 'decision' | 'reason'>

/** Decides on one topic. The call succeeds as a whole, so what it says about the topic is looked at, too. */
export function useReview() {
  const action = useAction('reviewTopics')
  const takeBack = useTakeBack()
  const [refusal, setRefusal] = useState<OperationError | null>(null)

  /** Whether the topic has its new state; where it has not, `error` says why. */
  async function decide({ id, topic }: Topic, decision: Decision): Promise<boolean> {
    setRefusal(null)
    const undo = { label: 'Undo', run: () => {} }
    const onChanged = (requestId: string) => Object.assign(undo, { run: () => void takeBack(requestId) })
    const answer = await action.run({ ids: [id], ...decision }, { onChanged })
    const refused = answer?.results[0]?.error
    if (refused) setRefusal(new OperationError({ ...refused, status: 409 }))
    if (!answer || refused) return false
    toast(`“${topic}” is ${decision.decision === 'approve' ? 'approved' : 'rejected'}.`, undo)
    return true
  }

  return { decide, isPending: action.isPending, error: action.error ?? refusal }
}
