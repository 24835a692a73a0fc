import { useState } from 'react'

import { SettingsSection } from '#web/areas/organizations/organization-settings/settings-section.tsx'
import { Button } from '#web/parts/button.tsx'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useVerbs } from '#web/parts/verbs.ts'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction } from '#web/use-operation.ts'

/** Takes the example articles away again, for those who may. */
export function ExampleData() {
  const remove = useAction('removeExamples')
  const isAllowed = useCatalogEntry('removeExamples')?.allowed ?? false
  const [isAsking, setAsking] = useState(false)
  useVerbs(isAllowed ? [{ label: 'Remove example data…', run: () => setAsking(true) }] : [])
  if (!isAllowed) return null
  return (
    <SettingsSection id="examples" title="Example data" about="What was added to look around in.">
      <Button onClick={() => setAsking(true)}>Remove example data…</Button>
      {isAsking && (
        <RehearsedDialog
          title="Remove the example data?"
          verb="Remove example data"
          action={remove}
          input={{}}
          isPublic
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            toast('The example articles are in the trash.')
          }}
        >
          {(effects) =>
            effects?.removed.length === 0 ? (
              <p>There are no example articles here.</p>
            ) : (
              <>
                <ul className="mb-3">
                  {effects?.removed.map(({ id, title }) => (
                    <li key={id} className="t-row truncate border-t border-line py-1">
                      {title}
                    </li>
                  ))}
                </ul>
                <p>The public no longer sees them. They can be restored from the trash for 30 days.</p>
              </>
            )
          }
        </RehearsedDialog>
      )}
    </SettingsSection>
  )
}
