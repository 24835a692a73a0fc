import { useState } from 'react'

import type { Topic } from '#web/areas/topics/topics/topics-search.ts'
import { OperationError } from '#web/operation-error.ts'
import type { InputOf } from '#web/operations.ts'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Decision = Pick<InputOf<'reviewTopics'>, 'decision' | 'reason'>

/** Decides on one topic. The call succeeds as a whole, so what it says about the topic is looked at, too. */
export function useReview() {
  const action = useAction('reviewTopics')
  const [refusal, setRefusal] = useState<OperationError | null>(null)

  /** Whether the topic has its new state; where it has not, `error` says why. */
  async function decide({ id, topic }: Topic, decision: Decision): Promise<boolean> {
    setRefusal(null)
    const answer = await action.run({ ids: [id], ...decision })
    const refused = answer?.results[0]?.error
    if (refused) setRefusal(new OperationError({ ...refused, status: 409 }))
    if (!answer || refused) return false
    toast(`“${topic}” is ${decision.decision === 'approve' ? 'approved' : 'rejected'}.`)
    return true
  }

  return { decide, isPending: action.isPending, error: action.error ?? refusal }
}
