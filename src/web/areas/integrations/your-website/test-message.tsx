import { useState } from 'react'

import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { StatusMark } from '#web/parts/status.tsx'
import { useAction } from '#web/use-operation.ts'

/** Sends a signed test message, and shows what the website answered. */
export function TestMessage() {
  const test = useAction('testIntegration')
  const [sent, setSent] = useState<OutputOf<'testIntegration'> | null>(null)
  return (
    <div>
      <Button
        isBusy={test.isPending}
        onClick={() => void test.run({ id: 'revalidation' }, { confirm: true }).then(setSent)}
      >
        Send a test message
      </Button>
      {sent !== null && (
        <div role="status" className="mt-3">
          <p>
            {sent.httpStatus === null
              ? 'It did not answer.'
              : `It answered ${sent.httpStatus} after ${sent.latencyMs ?? 0} ms.`}
          </p>
          <ul className="mt-1">
            {sent.checks.map(({ name, ok, detail }) => (
              <li key={name} className="flex items-baseline gap-2.5 py-0.5">
                <StatusMark tone={ok ? 'ok' : 'bad'} />
                <span className="min-w-0 wrap-anywhere">{detail}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <DialogProblem error={test.error} />
    </div>
  )
}
