import { useState } from 'react'

import type { Collection } from '#web/areas/collections/collection-words.ts'
import { countOf } from '#web/areas/content/item-words.tsx'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { Switch } from '#web/parts/switch.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = { collection: Collection; mayChange: boolean; isOpen: boolean }

/** Takes a collection into use at once; before it is put out of use, it says what readers lose. */
export function EnabledSwitch({ collection: { id, name, enabled, builtIn, counts }, mayChange, isOpen }: Props) {
  const update = useAction('updateCollection')
  const [isAsking, setAsking] = useState(false)
  if (builtIn) return <span className="text-muted">Always</span>
  if (!mayChange) return <span className="text-muted">{enabled ? 'In use' : 'Not in use'}</span>

  async function turnOn() {
    const done = await update.run({ collectionId: id, enabled: true })
    toast(done ? `“${name}” is in use.` : (update.error?.message ?? `“${name}” could not be taken into use.`))
  }

  return (
    <>
      <Switch
        label={<span className="sr-only">{name} is in use</span>}
        isOn={enabled}
        disabled={update.isPending || (!enabled && !isOpen)}
        onChange={(isOn) => (isOn ? void turnOn() : setAsking(true))}
      />
      {isAsking && (
        <RehearsedDialog
          title={`Put “${name}” out of use?`}
          verb="Put out of use"
          action={update}
          input={{ collectionId: id, enabled: false }}
          isPublic={counts.published > 0}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            toast(`“${name}” is out of use.`)
          }}
        >
          {() => (
            <p>
              Nothing is deleted, and it can be taken into use again. Until then nobody writes in it, and websites get{' '}
              {counts.published === 0
                ? 'nothing of it.'
                : `“not found” for ${countOf(counts.published, 'live item', 'live items')}.`}
            </p>
          )}
        </RehearsedDialog>
      )}
    </>
  )
}
