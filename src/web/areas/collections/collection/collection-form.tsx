import { useState } from 'react'

import type { Collection } from '#web/areas/collections/collection-words.ts'
import { DefaultFields } from '#web/areas/collections/collection/default-fields.tsx'
import { FieldsEditor } from '#web/areas/collections/collection/fields-editor.tsx'
import { fieldsIn, schemaOf, type Fields } from '#web/areas/collections/collection/fields-in-words.ts'
import { PatternField } from '#web/areas/collections/pattern-field.tsx'
import { countOf } from '#web/areas/content/item-words.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { textIn } from '#web/parts/form.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { SavedForm, useUnsaved } from '#web/parts/saved-form.tsx'
import { Section } from '#web/parts/section.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** Everything about a collection that can be changed, with one button. */
export function CollectionForm({ collection, mayChange }: { collection: Collection; mayChange: boolean }) {
  const update = useAction('updateCollection')
  const { error } = update
  // `filled`: the version that the fields were last filled with.
  const [{ base, filled }, setBase] = useState({ base: collection, filled: collection.version })
  const unsaved = useUnsaved()
  const [pattern, setPattern] = useState(base.urlTemplate)
  const [fields, setFields] = useState<Fields>(fieldsIn(base.fieldsSchema))
  const [problem, setProblem] = useState<string | null>(null)
  // What nobody is changing here follows what others save.
  if (!unsaved.isDirty && collection.version > base.version) fill(collection)

  function fill(stored: Collection) {
    setBase({ base: stored, filled: stored.version })
    setPattern(stored.urlTemplate)
    setFields(fieldsIn(stored.fieldsSchema))
  }

  async function submit(form: FormData) {
    const schema = schemaOf(fields)
    setProblem('problem' in schema ? schema.problem : null)
    if ('problem' in schema) return
    const isAllSaved = unsaved.saving()
    const saved = await update.run({
      collectionId: base.id,
      ...(pattern === base.urlTemplate ? {} : { urlTemplate: pattern }),
      ...(JSON.stringify(schema.value) === JSON.stringify(base.fieldsSchema) ? {} : { fieldsSchema: schema.value }),
      ...writtenIn(form),
      ifVersion: base.version,
    })
    if (!saved) return
    if (isAllSaved()) fill(saved.collection)
    else setBase({ base: saved.collection, filled })
    toast('Saved.')
  }

  return (
    <SavedForm
      isDirty={unsaved.isDirty}
      isBusy={update.isPending}
      mayChange={mayChange}
      onChange={unsaved.change}
      onSubmit={submit}
    >
      <FormProblem error={error} />
      <div key={filled} className="flex flex-col gap-5">
        <TextField
          label="Name"
          name="name"
          required
          maxLength={120}
          autoComplete="off"
          defaultValue={base.name}
          error={error?.fieldMessage('name')}
        />
        <PatternField
          value={pattern}
          onChange={setPattern}
          collection={base}
          error={error?.fieldMessage('urlTemplate')}
        />
        {pattern !== base.urlTemplate && base.counts.published > 0 && <AddressesChange count={base.counts.published} />}
        <Section
          title="What new articles begin with"
          lead="Writers, people and agents alike, get this unless a topic says otherwise."
          body={<DefaultFields collection={base} error={error} />}
        />
        <FieldsSection
          fields={fields}
          error={problem ?? error?.fieldMessage('fieldsSchema') ?? null}
          onChange={(next) => {
            setFields(next)
            setProblem(null)
            unsaved.change()
          }}
        />
      </div>
    </SavedForm>
  )
}

function FieldsSection(props: Parameters<typeof FieldsEditor>[0]) {
  return (
    <Section
      title="Fields"
      lead="What an item of this collection has besides its text: a price, a date, a link."
      body={<FieldsEditor {...props} />}
    />
  )
}

function AddressesChange({ count }: { count: number }) {
  return (
    <Notice tone="bad">
      The public {countOf(count, 'address changes', 'addresses change')} at once. Old ones lead on only where your
      website does that, or where you add redirects.
    </Notice>
  )
}

const writtenIn = (form: FormData) => ({
  name: textIn(form, 'name'),
  defaultAuthorId: textIn(form, 'defaultAuthorId') || null,
  defaults: {
    articleType: textIn(form, 'articleType') || null,
    writingStyle: textIn(form, 'writingStyle') || null,
    customInstructions: textIn(form, 'customInstructions') || null,
  },
})
