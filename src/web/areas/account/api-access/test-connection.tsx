import { PlugZap } from 'lucide-react'
import { useState } from 'react'

import { checkKey, checkSignIn } from '#web/areas/account/api-access/check-connection.ts'
import type { Connection } from '#web/areas/account/api-access/client-snippets.ts'
import { OperationError } from '#web/operation-error.ts'
import { Button } from '#web/parts/button.tsx'

type Props = { connection: Connection; onTested?: () => void }

/** Asks the endpoint as a client would: with a key for its tools, without one for where to sign in (audit.md#connection-test). */
export function TestConnection({ connection: { url, key }, onTested }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ isGood: boolean; text: string } | null>(null)

  async function test() {
    setBusy(true)
    onTested?.()
    try {
      setOutcome({ isGood: true, text: key === null ? await checkSignIn(url) : await checkKey(url, key) })
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      setOutcome({ isGood: false, text: error.message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button isBusy={isBusy} onClick={() => void test()}>
        <PlugZap aria-hidden strokeWidth={1.75} /> Test connection
      </Button>
      <p role="status" className={outcome === null ? 'sr-only' : outcome.isGood ? goodLook : badLook}>
        {outcome?.text}
      </p>
    </>
  )
}

const goodLook = 'basis-full text-sm font-medium text-ok-ink'
const badLook = 'basis-full text-sm font-medium text-press-ink'
