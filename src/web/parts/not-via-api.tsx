import { Terminal } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#web/parts/button.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { curlOf } from '#web/parts/curl.ts'
import { Popover } from '#web/parts/popover.tsx'
import type { InputOf, OperationName } from '#web/operations.ts'

/**
 * Where agents can never make the screen's call: says so, names the category, and offers the nearest call that they can make.
 */
export function NotViaApi<N extends OperationName>({
  name,
  category,
  nearest,
}: {
  name: OperationName
  category: string
  nearest: { name: N; input: InputOf<N>; gives: string }
}) {
  const id = useId()
  return (
    <div className="relative">
      <Button popoverTarget={id}>
        <Terminal aria-hidden strokeWidth={1.75} /> via API
      </Button>
      <Popover id={id} label="via API" className="top-30 right-3 w-80 max-w-[calc(100vw-1.5rem)]">
        <div className="flex flex-col gap-3 p-2.5">
          <p>
            This screen reads <code>{name}</code>. Agents cannot call it: it belongs to <code>{category}</code>, what
            only a signed-in person does.
          </p>
          <p className="text-muted">
            <code>{nearest.name}</code> gives them {nearest.gives}.
          </p>
          <CopyButton
            text={curlOf({ origin: location.origin, name: nearest.name, input: nearest.input })}
            label={`Copy ${nearest.name}`}
          />
        </div>
      </Popover>
    </div>
  )
}
