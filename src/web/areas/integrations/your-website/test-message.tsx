import { useState } from 'react'

import { TestChecks } from '#web/areas/integrations/test-checks.tsx'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
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
          <TestChecks checks={sent.checks} className="mt-1" />
        </div>
      )}
      <DialogProblem error={test.error} />
    </div>
  )
}
