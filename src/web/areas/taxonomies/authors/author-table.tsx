import type { Author } from '#web/areas/taxonomies/authors/authors-search.ts'
import { Portrait } from '#web/areas/taxonomies/authors/portrait.tsx'
import { type RecordList, RecordTable } from '#web/areas/taxonomies/record-table.tsx'
import { useAction } from '#web/use-operation.ts'

/** The authors: picture and name, what they are known for, how many of their articles are live. */
export function AuthorTable(list: RecordList<Author>) {
  const update = useAction('updateAuthor')
  return (
    <RecordTable
      {...list}
      label="Authors"
      longestName={120}
      about={{
        title: 'About',
        cell: ({ bio, socialLinks }) => (
          <>
            {bio}
            {socialLinks && <span className="block text-sm">{Object.keys(socialLinks).join(', ')}</span>}
          </>
        ),
      }}
      onRename={({ id }, name) => update.run({ authorId: id, name })}
      pictureOf={(author) => <Portrait author={author} />}
      articlesOf={({ id, collectionId }) => ({ of: { collection: collectionId, author: id }, word: 'by' })}
    />
  )
}
