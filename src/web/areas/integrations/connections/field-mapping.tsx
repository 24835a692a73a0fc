import { useState } from 'react'

import { fieldWords } from '#web/areas/integrations/integration-words.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { inputLook } from '#web/parts/control-look.ts'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Section } from '#web/parts/section.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Integration = OutputOf<'getIntegration'>['integration']
type Mapping = InputOf<'updateCmsFieldMapping'>['mapping']

/** Which field of the service each field of an article goes to. Empty: it is not sent. */
export function FieldMapping({ integration, mayChange }: { integration: Integration; mayChange: boolean }) {
  const change = useAction('updateCmsFieldMapping')
  const [shown, setShown] = useState<OutputOf<'updateCmsFieldMapping'> | null>(null)
  const [edited, setEdited] = useState<Readonly<Record<string, string>>>({})
  const id = integration.id as `int_${string}`
  const look = () => void change.run({ id, mapping: {} }, { dryRun: true }).then(setShown)

  async function save() {
    const mapping = Object.fromEntries(
      Object.entries(edited).map(([field, name]) => [field, name.trim() === '' ? null : name.trim()]),
    ) as Mapping
    const done = await change.run({ id, mapping }, { confirm: true })
    if (done === null) return
    setEdited({})
    setShown(done)
    toast('Fields go there from the next change on.')
  }

  return (
    <Section
      title="Fields"
      lead="Where each field of an article goes. An empty one is not sent."
      actions={
        mayChange &&
        shown === null && (
          <Button isBusy={change.isPending} onClick={look}>
            Show fields
          </Button>
        )
      }
      body={
        shown !== null && (
          <div className="flex max-w-xl flex-col gap-3">
            <table className="w-full">
              <thead>
                <tr className="border-b border-line text-left text-muted">
                  <th className="py-1 font-normal">Here</th>
                  <th className="py-1 font-normal">There, and what the newest article sends</th>
                </tr>
              </thead>
              <tbody>
                {Object.entries(fieldWords).map(([field, words]) => (
                  <Row
                    key={field}
                    {...{ field, words }}
                    value={edited[field] ?? shown.mapping[field] ?? ''}
                    onChange={(value) => setEdited({ ...edited, [field]: value })}
                    sample={sampleOf(shown.sampleRender[field])}
                  />
                ))}
              </tbody>
            </table>
            {shown.unmappedRequired.length > 0 && (
              <p className="text-press-ink">
                Required there, and nothing goes to it: {shown.unmappedRequired.join(', ')}.
              </p>
            )}
            <div>
              <Button
                look="ink"
                disabled={Object.keys(edited).length === 0}
                isBusy={change.isPending}
                onClick={() => void save()}
              >
                Save fields
              </Button>
            </div>
          </div>
        )
      }
    >
      <DialogProblem error={change.error} />
    </Section>
  )
}

type RowProps = { field: string; words: string; value: string; onChange(value: string): void; sample: string }

function Row({ field, words, value, onChange, sample }: RowProps) {
  return (
    <tr className="border-b border-line">
      <td className="py-1 pr-4">{words}</td>
      <td className="py-1">
        <input
          aria-label={`Field for ${words}`}
          className={`${inputLook} mono`}
          value={value}
          aria-describedby={`sample-${field}`}
          onChange={(event) => onChange(event.target.value)}
        />
        <p id={`sample-${field}`} className="line-clamp-1 text-sm text-muted wrap-anywhere">
          {sample}
        </p>
      </td>
    </tr>
  )
}

/** The beginning of what is sent: a line of it is shown. */
const sampleOf = (value: string | null | undefined): string =>
  value == null || value === '' ? 'Nothing' : value.replaceAll(/\s+/gu, ' ').slice(0, 200)
