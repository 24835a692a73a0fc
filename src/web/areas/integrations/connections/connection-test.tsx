import { useState } from 'react'

import { TestChecks } from '#web/areas/integrations/test-checks.tsx'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { useAction } from '#web/use-operation.ts'

/** Asks the service whether the connection works, by reading or by writing a draft that goes again. */
export function ConnectionTest({ id, writes }: { id: string; writes: boolean }) {
  const test = useAction('testIntegration')
  const [done, setDone] = useState<OutputOf<'testIntegration'> | null>(null)
  const run = (probe: 'read' | 'write') => void test.run({ id, probe }, { confirm: true }).then(setDone)
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        <Button isBusy={test.isPending} onClick={() => run('read')}>
          Test the connection
        </Button>
        {writes && (
          <Button look="quiet" disabled={test.isPending} onClick={() => run('write')}>
            Write a test draft
          </Button>
        )}
      </div>
      {done !== null && (
        <div role="status" className="mt-3">
          <TestChecks checks={done.checks} />
        </div>
      )}
      <DialogProblem error={test.error} />
    </div>
  )
}
