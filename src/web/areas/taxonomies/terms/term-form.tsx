import { Link } from '@tanstack/react-router'

import { SlugField } from '#web/areas/taxonomies/slug-field.tsx'
import { type Kind, kinds, type Term } from '#web/areas/taxonomies/terms/terms-search.ts'
import { useOrganization } from '#web/context.ts'
import { inputLook } from '#web/parts/control-look.ts'
import { Dialog } from '#web/parts/dialog.tsx'
import { Field, TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** A new category or tag, or the fields of one that is there. */
export function TermForm({ kind, term, onClose }: { kind: Kind; term?: Term; onClose(): void }) {
  const create = useAction('createTaxonomyTerm')
  const update = useAction('updateTaxonomyTerm')
  const { isPending, error } = term ? update : create
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
    <Dialog title={term ? `Edit “${term.name}”` : `New ${one}`} onDismiss={isPending ? undefined : onClose}>
      <Form onSubmit={submit}>
        <FormProblem error={error?.code === 'slug_taken' ? null : error} />
        <TextField
          label="Name"
          name="name"
          required
          maxLength={80}
          autoComplete="off"
          defaultValue={term?.name ?? ''}
          error={error?.fieldMessage('name')}
        />
        <SlugField
          slug={term?.slug}
          error={error?.code === 'slug_taken' ? error.message : error?.fieldMessage('slug')}
          consequence={<Consequence kind={kind} />}
        />
        <Field label="What belongs here" isOptional error={error?.fieldMessage('description') ?? null}>
          {(linked) => (
            <textarea
              {...linked}
              name="description"
              rows={3}
              maxLength={500}
              defaultValue={term?.description ?? ''}
              className={`${inputLook} min-h-20 py-2`}
            />
          )}
        </Field>
        <SubmitButtons isBusy={isPending} onCancel={onClose}>
          {term ? 'Save' : 'Create'}
        </SubmitButtons>
      </Form>
    </Dialog>
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
