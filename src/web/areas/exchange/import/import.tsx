import { useState } from 'react'

import { ImportSteps } from '#web/areas/exchange/import/import-steps.tsx'
import { type Source, sources } from '#web/areas/exchange/import/import-words.ts'
import { OtherImport } from '#web/areas/exchange/import/other-import.tsx'
import { SourceField } from '#web/areas/exchange/import/source-field.tsx'
import { useImport } from '#web/areas/exchange/import/use-import.ts'
import { NotAllowed } from '#web/areas/organizations/not-allowed.tsx'
import { Button } from '#web/parts/button.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form } from '#web/parts/form.tsx'
import { Page } from '#web/parts/page.tsx'
import { RadioGroup } from '#web/parts/radio-group.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { useAllowed } from '#web/use-catalog.ts'
import { useCollections } from '#web/whole-list.ts'

/** A document is named by its id. */
const isAddress = (from: string | undefined): from is string => from !== undefined && /^https?:/.test(from)

/** Brings articles in from elsewhere as drafts: first a look, then the import itself. */
export function Import() {
  if (useAllowed('importItems').isPossible) return <ImportForm />
  return <NotAllowed title="Import" who="Only people who may write content can import it." />
}

function ImportForm() {
  const importing = useImport()
  const { look, take, forget, isBusy, error, asked } = importing
  const [source, setSource] = useState<Source>(asked.source ?? 'wordpress_rest')
  const [address, setAddress] = useState(isAddress(asked.from) ? asked.from : '')
  const [file, setFile] = useState<File | null>(null)
  const [chosen, setChosen] = useState<string | null>(asked.into ?? null)
  const collections = useCollections()
  const enabled = collections.items ?? []
  // One that is not there, or no longer in use, is not imported into.
  const collectionId = (enabled.find(({ id, slug }) => id === chosen || slug === chosen) ?? enabled[0])?.id
  const isNamed = file !== null || address.trim() !== ''
  // What was looked at is no longer what would be imported.
  const change = (work: () => void) => {
    forget()
    work()
  }

  return (
    <Page
      title="Import"
      lead="Everything arrives as a draft, so nothing becomes public. Importing again duplicates nothing."
    >
      <Form onSubmit={() => collectionId && look({ source, collectionId, address, file })} className="max-w-xl gap-5">
        <FormProblem error={error} />
        <fieldset disabled={isBusy} className="flex flex-col gap-5">
          <RadioGroup
            label="Source"
            value={source}
            options={sources.map(({ value, label, hint }) => ({ value, label, hint }))}
            onChange={(next) =>
              change(() => {
                setSource(next)
                setFile(null)
              })
            }
          />
          <SourceField
            source={source}
            address={address}
            file={file}
            error={error?.fieldMessage('urlOrMediaId')}
            uploaded={!isAddress(asked.from) && asked.from !== undefined}
            onAddress={(next) => change(() => setAddress(next))}
            onFile={(next) => change(() => setFile(next))}
          />
          <LabelledSelect
            label="Into the collection"
            value={collectionId ?? ''}
            options={enabled.map(({ id, name }) => [id, name] as const)}
            onChange={(next) => change(() => setChosen(next))}
          />
        </fieldset>
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            look={take ? 'plain' : 'ink'}
            isBusy={isBusy}
            disabled={!isNamed || collectionId === undefined}
          >
            Look first
          </Button>
          <Button
            look={take ? 'ink' : 'plain'}
            // Pressed, it keeps the focus while the import runs.
            disabled={take === null && !isBusy && !importing.run}
            isBusy={isBusy || take === null}
            onClick={() => void take?.()}
          >
            Import
          </Button>
        </div>
      </Form>
      {importing.run === null && <OtherImport />}
      <ImportSteps {...importing} />
    </Page>
  )
}
