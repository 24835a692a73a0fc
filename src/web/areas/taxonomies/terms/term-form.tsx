import { Link } from '@tanstack/react-router'

import { RecordForm } from '#web/areas/taxonomies/record-form.tsx'
import { type Kind, kinds, type Term } from '#web/areas/taxonomies/terms/terms-search.ts'
import { useOrganization } from '#web/context.ts'
import { textIn } from '#web/parts/form.tsx'
import { LongTextField } from '#web/parts/long-text-field.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** A new category or tag, or the fields of one that is there. */
export function TermForm({ kind, term, onClose }: { kind: Kind; term?: Term; onClose(): void }) {
  const create = useAction('createTaxonomyTerm')
  const update = useAction('updateTaxonomyTerm')
  const call = term ? update : create
  const { one } = kinds[kind]

  async function submit(form: FormData) {
    const name = textIn(form, 'name')
    const slug = textIn(form, 'slug')
    const description = textIn(form, 'description')
    const saved = term
      ? await update.run({
          termId: term.id,
          name,
          description: description || null,
          ...(slug === term.slug ? {} : { slug }),
          ifVersion: term.version,
        })
      : await create.run({
          taxonomy: kind,
          name,
          ...(slug ? { slug } : {}),
          ...(description ? { description } : {}),
        })
    if (!saved) return
    onClose()
    toast(term ? 'Saved.' : `The ${one} “${name}” can be given to articles.`)
  }

  return (
    <RecordForm
      title={term ? `Edit “${term.name}”` : `New ${one}`}
      record={term}
      longestName={80}
      consequence={<Consequence kind={kind} />}
      call={call}
      onSubmit={submit}
      onClose={onClose}
    >
      <LongTextField
        label="What belongs here"
        name="description"
        isOptional
        maxLength={500}
        defaultValue={term?.description ?? ''}
        error={call.error?.fieldMessage('description')}
      />
    </RecordForm>
  )
}

function Consequence({ kind }: { kind: Kind }) {
  const { slug } = useOrganization()
  return (
    <>
      Your website finds nothing under the old slug at once.{' '}
      {kind === 'category' && 'Where the address pattern names the category, the addresses of its articles change. '}
      Old addresses lead on where you{' '}
      <Link to="/o/$orgSlug/settings/redirects" params={{ orgSlug: slug }} className="underline underline-offset-4">
        add a redirect
      </Link>
      .
    </>
  )
}
