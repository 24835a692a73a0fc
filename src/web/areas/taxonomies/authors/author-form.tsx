import { useState } from 'react'

import type { Author } from '#web/areas/taxonomies/authors/authors-search.ts'
import { PictureField } from '#web/areas/taxonomies/authors/picture-field.tsx'
import { type Linked, linksIn, SocialLinks, toLinks } from '#web/areas/taxonomies/authors/social-links.tsx'
import { SlugField } from '#web/areas/taxonomies/slug-field.tsx'
import type { OutputOf } from '#web/operations.ts'
import { inputLook } from '#web/parts/control-look.ts'
import { Dialog } from '#web/parts/dialog.tsx'
import { Field, TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Collection = OutputOf<'listCollections'>['items'][number]
type Props = { onClose(): void } & ({ author: Author } | { collection: Collection })

/** A new author of a collection, or all that is known about one. */
export function AuthorForm({ onClose, ...of }: Props) {
  const author = 'author' in of ? of.author : undefined
  const create = useAction('createAuthor')
  const update = useAction('updateAuthor')
  const portray = useAction('setAvatar')
  const [links, setLinks] = useState<readonly Linked[]>(linksIn(author?.socialLinks ?? null))
  const [picture, setPicture] = useState<string | null>(author?.avatarMediaId ?? null)
  const isPending = create.isPending || update.isPending || portray.isPending
  const error = create.error ?? update.error ?? portray.error

  async function submit(form: FormData) {
    const name = textIn(form, 'name')
    const slug = textIn(form, 'slug')
    const given = {
      name,
      bio: textIn(form, 'bio') || null,
      autoAssignDescription: textIn(form, 'autoAssignDescription') || null,
      socialLinks: toLinks(links),
      ...(slug && slug !== author?.slug ? { slug } : {}),
    }
    const saved =
      'author' in of
        ? await update.run({ authorId: of.author.id, ...given, ifVersion: of.author.version })
        : await create.run({ collectionId: of.collection.id, ...given })
    if (!saved) return
    const isPortrayed = picture === (author?.avatarMediaId ?? null)
    const portrait = { target: 'author', authorId: saved.author.id, mediaId: picture } as const
    if (!isPortrayed && !(await portray.run(portrait))) return
    onClose()
    toast(author ? 'Saved.' : `Articles can be by “${name}” now.`)
  }

  return (
    <Dialog
      title={'author' in of ? `Edit “${of.author.name}”` : `New author of ${of.collection.name}`}
      width="wide"
      onDismiss={isPending ? undefined : onClose}
    >
      <Form onSubmit={submit}>
        <FormProblem error={error?.code === 'slug_taken' ? null : error} />
        <TextField
          label="Name"
          name="name"
          required
          maxLength={120}
          autoComplete="off"
          defaultValue={author?.name ?? ''}
          error={error?.fieldMessage('name')}
        />
        <SlugField
          slug={author?.slug}
          error={error?.code === 'slug_taken' ? error.message : error?.fieldMessage('slug')}
          consequence="Your website finds nothing under the old slug at once; a page of the author there has another address."
        />
        <PictureField chosen={picture} onChoose={setPicture} />
        <Text
          label="About"
          name="bio"
          max={2000}
          value={author?.bio}
          hint="Stands on the author's page of your website."
        />
        <SocialLinks links={links} onChange={setLinks} error={error?.fieldMessage('socialLinks') ?? null} />
        <Text
          label="Subjects"
          name="autoAssignDescription"
          max={500}
          value={author?.autoAssignDescription}
          hint="Agents choose the author of a new article by this."
        />
        <SubmitButtons isBusy={isPending} onCancel={onClose}>
          {author ? 'Save' : 'Create'}
        </SubmitButtons>
      </Form>
    </Dialog>
  )
}

type TextProps = { label: string; name: string; max: number; value: string | null | undefined; hint: string }

function Text({ label, name, max, value, hint }: TextProps) {
  return (
    <Field label={label} hint={hint} isOptional>
      {(linked) => (
        <textarea
          {...linked}
          name={name}
          rows={3}
          maxLength={max}
          defaultValue={value ?? ''}
          className={`${inputLook} min-h-20 py-2`}
        />
      )}
    </Field>
  )
}
