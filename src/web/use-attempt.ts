import { useState } from 'react'

import { OperationError } from '#web/operation-error.ts'

type State = { isPending: boolean; error: OperationError | null }

const idle: State = { isPending: false, error: null }

/** Something that may be refused: `attempt` returns null then, and `error` says why. */
export function useAttempt() {
  const [state, setState] = useState(idle)

  async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
    setState({ isPending: true, error: null })
    try {
      const result = await work()
      setState(idle)
      return result
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      setState({ isPending: false, error })
      return null
    }
  }

  return { ...state, attempt, reset: () => setState(idle) }
}
