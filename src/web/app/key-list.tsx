import { useState } from 'react'

import { Dialog } from '#web/parts/dialog.tsx'
import { keysNow, useSingleKeysSetting } from '#web/parts/single-keys.ts'
import { Switch } from '#web/parts/switch.tsx'

const always = [
  { keys: 'Ctrl K', label: 'Go to, find, do' },
  { keys: 'Ctrl Z', label: 'Undo what was just done' },
]

/** The keys that act on the open screen, and how to turn single letters off. */
export default function KeyList({ onClose }: { onClose(): void }) {
  const [keys] = useState(keysNow)
  const [areOn, turn] = useSingleKeysSetting()
  return (
    <Dialog title="Keys" onDismiss={onClose}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6">
        {[...always, ...keys].map(({ keys: pressed, label }) => (
          <div key={pressed} className="col-span-2 grid grid-cols-subgrid border-t border-line py-1.5">
            <dt>
              <kbd className="mono">{pressed === ' ' ? 'Space' : pressed}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 border-t border-line pt-3">
        <Switch label="Single letters act" isOn={areOn} onChange={turn} />
      </div>
    </Dialog>
  )
}
