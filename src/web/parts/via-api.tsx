import { Terminal } from 'lucide-react'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { curlOf } from '#web/parts/curl.ts'
import type { InputOf, OperationName } from '#web/operations.ts'

/** Copies the very call that the screen just made, as an agent would make it. */
export function ViaApi<N extends OperationName>({ name, input }: { name: N; input: InputOf<N> }) {
  return (
    <CopyButton
      text={curlOf({ origin: location.origin, name, input })}
      label="via API"
      title={`Copies the call of ${name} as curl`}
      icon={<Terminal aria-hidden strokeWidth={1.75} />}
    />
  )
}
