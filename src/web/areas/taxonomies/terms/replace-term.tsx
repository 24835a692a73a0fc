import { useState } from 'react'

import { ReplaceDialog } from '#web/areas/taxonomies/replace-dialog.tsx'
import { kinds, type Term } from '#web/areas/taxonomies/terms/terms-search.ts'
import { usesOf } from '#web/areas/taxonomies/uses-of.ts'
import { toast } from '#web/parts/toast.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'
import { useTakeBack } from '#web/use-take-back.ts'

/** Deletes a category or tag, or merges it into another one; both can be taken back. */
export function ReplaceTerm({ term, isMerge, onClose }: { term: Term; isMerge: boolean; onClose(): void }) {
  const { id, name, taxonomy } = term
  const remove = useAction('deleteTaxonomyTerm')
  const takeBack = useTakeBack()
  const [search, setSearch] = useState('')
  const others = useOperation('listTaxonomyTerms', { taxonomy, pageSize: 100, ...(search ? { search } : {}) })
  const using = useOperation('listManagerItems', {
    pageSize: 1,
    ...(taxonomy === 'tag' ? { tagId: id } : { categoryId: id }),
  })

  return (
    <ReplaceDialog
      id={id}
      name={name}
      noun={kinds[taxonomy].one}
      isMerge={isMerge}
      uses={using.data && usesOf(using.data.counts)}
      others={others.data}
      search={search}
      onSearch={setSearch}
      isPending={remove.isPending}
      error={remove.error}
      run={async (reassignToId, options) => {
        const done = await remove.run(
          { termId: id, ...(reassignToId ? { reassignToId } : {}) },
          {
            ...options,
            onChanged: (requestId) =>
              toast(reassignToId ? `“${name}” is merged.` : `“${name}” is deleted.`, {
                label: 'Undo',
                run: () => void takeBack(requestId),
              }),
          },
        )
        return done && done.affectedItems
      }}
      onClose={onClose}
      onDone={onClose}
    />
  )
}
