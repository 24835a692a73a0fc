import { useState } from 'react'

import type { Author } from '#web/areas/taxonomies/authors/authors-search.ts'
import { PictureField } from '#web/areas/taxonomies/authors/picture-field.tsx'
import { type Linked, linksIn, SocialLinks, toLinks } from '#web/areas/taxonomies/authors/social-links.tsx'
import { RecordForm } from '#web/areas/taxonomies/record-form.tsx'
import type { OutputOf } from '#web/operations.ts'
import { textIn } from '#web/parts/form.tsx'
import { LongTextField } from '#web/parts/long-text-field.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Collection = OutputOf<'listCollections'>['items'][number]
type Props = { onClose(): void } & ({ author: Author } | { collection: Collection })

/** A new author of a collection, or all that is known about one. */
export function AuthorForm({ onClose, ...of }: Props) {
  // As it was stored last: its picture may be refused after its words were saved, and is tried again then.
  const [stored, setStored] = useState('author' in of ? of.author : undefined)
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
      ...(slug && slug !== stored?.slug ? { slug } : {}),
    }
    const saved =
      stored !== undefined
        ? await update.run({ authorId: stored.id, ...given, ifVersion: stored.version })
        : 'collection' in of && (await create.run({ collectionId: of.collection.id, ...given }))
    if (!saved) return
    setStored(saved.author)
    const isPortrayed = picture === (author?.avatarMediaId ?? null)
    const portrait = { target: 'author', authorId: saved.author.id, mediaId: picture } as const
    if (!isPortrayed && !(await portray.run(portrait))) return
    onClose()
    toast(author ? 'Saved.' : `Articles can be by “${name}” now.`)
  }

  return (
    <RecordForm
      title={'author' in of ? `Edit “${of.author.name}”` : `New author of ${of.collection.name}`}
      width="wide"
      record={author}
      longestName={120}
      consequence="Your website finds nothing under the old slug at once; a page of the author there has another address."
      call={{ isPending, error }}
      onSubmit={submit}
      onClose={onClose}
    >
      <PictureField chosen={picture} onChoose={setPicture} />
      <LongTextField
        label="About"
        name="bio"
        isOptional
        maxLength={2000}
        defaultValue={author?.bio ?? ''}
        hint="Stands on the author's page of your website."
      />
      <SocialLinks links={links} onChange={setLinks} error={error?.fieldMessage('socialLinks') ?? null} />
      <LongTextField
        label="Subjects"
        name="autoAssignDescription"
        isOptional
        maxLength={500}
        defaultValue={author?.autoAssignDescription ?? ''}
        hint="Agents choose the author of a new article by this."
      />
    </RecordForm>
  )
}
