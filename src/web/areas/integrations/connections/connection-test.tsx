import { useState } from 'react'

import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { StatusMark } from '#web/parts/status.tsx'
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
          <ul>
            {done.checks.map(({ name, ok, detail }) => (
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
