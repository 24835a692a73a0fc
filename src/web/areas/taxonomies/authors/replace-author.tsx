import { useState } from 'react'

import type { Author } from '#web/areas/taxonomies/authors/authors-search.ts'
import { ReplaceDialog } from '#web/areas/taxonomies/replace-dialog.tsx'
import { usesOf } from '#web/areas/taxonomies/uses-of.ts'
import { toast } from '#web/parts/toast.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'

/** Deletes an author, or gives the author's articles to another one. It cannot be taken back. */
export function ReplaceAuthor({ author, isMerge, onClose }: { author: Author; isMerge: boolean; onClose(): void }) {
  const { id, name, collectionId } = author
  const remove = useAction('deleteAuthor')
  const [search, setSearch] = useState('')
  const others = useOperation('listAuthors', {
    collection: collectionId,
    pageSize: 100,
    ...(search ? { search } : {}),
  })
  const using = useOperation('listManagerItems', { pageSize: 1, authorId: id })

  return (
    <ReplaceDialog
      id={id}
      name={name}
      noun="author"
      isMerge={isMerge}
      uses={using.data && usesOf(using.data.counts)}
      others={others.data}
      search={search}
      onSearch={setSearch}
      isPending={remove.isPending}
      error={remove.error}
      run={async (reassignToId, options) => {
        const done = await remove.run({ authorId: id, ...(reassignToId ? { reassignToId } : {}) }, options)
        return done && done.affectedItems
      }}
      onClose={onClose}
      onDone={() => {
        onClose()
        toast(`“${name}” is deleted.`)
      }}
    />
  )
}
