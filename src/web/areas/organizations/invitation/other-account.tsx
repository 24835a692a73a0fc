import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'

import { Button } from '#web/parts/button.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { renewSession, sessionQuery, signOut } from '#web/session.ts'

/** The signed-in account is not the invited one. */
export function OtherAccount({ onSignedOut }: { onSignedOut(): void }) {
  const { queries } = useRouteContext({ from: '__root__' })
  const { data: session } = useQuery(sessionQuery)
  const [problem, setProblem] = useState<unknown>(null)

  async function leave() {
    try {
      await signOut()
      await renewSession(queries)
      onSignedOut()
    } catch (error) {
      setProblem(error)
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <Notice tone="warn">
        You are signed in as {session?.signedIn ? session.user.email : 'somebody else'}. This invitation is for another
        address.
      </Notice>
      {problem !== null && <Problem error={problem} />}
      <Button look="ink" onClick={() => void leave()} className="w-full">
        Sign out and use the other address
      </Button>
    </div>
  )
}
