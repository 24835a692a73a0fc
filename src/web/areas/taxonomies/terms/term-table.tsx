import { type RecordList, RecordTable } from '#web/areas/taxonomies/record-table.tsx'
import type { Term } from '#web/areas/taxonomies/terms/terms-search.ts'
import { useAction } from '#web/use-operation.ts'

/** Categories or tags: name, slug, what they are for, how many articles are live under them. */
export function TermTable(list: RecordList<Term>) {
  const update = useAction('updateTaxonomyTerm')
  return (
    <RecordTable
      {...list}
      label="Terms"
      longestName={80}
      about={{ title: 'What belongs here', cell: ({ description }) => description }}
      onRename={({ id }, name) => update.run({ termId: id, name })}
      articlesOf={({ id, taxonomy }) => ({ of: taxonomy === 'tag' ? { tag: id } : { category: id }, word: 'of' })}
    />
  )
}
