import { useState } from 'react'

import type { InputOf, OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction } from '#web/use-operation.ts'

type Found = OutputOf<'testLlmProvider'>

/** Asks a provider whether its key works, when somebody presses the button. */
export function useProviderTest(provider: InputOf<'testLlmProvider'>['provider']) {
  const { run, isPending, error } = useAction('testLlmProvider', { keyed: false })
  const mayTest = useCatalogEntry('testLlmProvider')?.allowed ?? false
  const [found, setFound] = useState<Found | null>(null)

  async function test() {
    setFound(null)
    setFound(await run({ provider }, { confirm: true }))
  }
  return {
    button: mayTest && (
      <Button isBusy={isPending} onClick={() => void test()}>
        Test
      </Button>
    ),
    found,
    error,
  }
}

/** What a test has found, in words. */
export function TestResult({ found }: { found: Found }) {
  if (found.works !== true) return <span className="text-press-ink">{found.detail ?? 'It does not work.'}</span>
  return (
    <>
      It answered in {found.latencyMs} ms
      {found.models.length > 0 && ` and has ${found.models.length} ${found.models.length === 1 ? 'model' : 'models'}`}.
    </>
  )
}
