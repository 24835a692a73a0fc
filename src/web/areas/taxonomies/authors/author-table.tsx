import { Link } from '@tanstack/react-router'

import type { Author } from '#web/areas/taxonomies/authors/authors-search.ts'
import { Portrait } from '#web/areas/taxonomies/authors/portrait.tsx'
import { Rename } from '#web/areas/taxonomies/rename.tsx'
import { renamed } from '#web/areas/taxonomies/renamed.ts'
import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { DataTable, type Column } from '#web/parts/data-table.tsx'
import type { Order } from '#web/parts/table-controls.tsx'
import { useAction } from '#web/use-operation.ts'

type Act = 'edit' | 'merge' | 'delete'
type Props = {
  authors: readonly Author[]
  order: Order
  mayChange: boolean
  mayDelete: boolean
  onAct(what: Act, author: Author): void
}

/** The authors: picture and name, what they are known for, how many of their articles are live. */
export function AuthorTable({ authors, order, mayChange, mayDelete, onAct }: Props) {
  const update = useAction('updateAuthor')
  const rename = (author: Author, name: string) =>
    renamed(author.name, name, (wanted) => update.run({ authorId: author.id, name: wanted }))
  const acts = [
    ...(mayChange ? [['edit', 'Edit'] as const] : []),
    ...(mayDelete ? [['merge', 'Merge'] as const, ['delete', 'Delete'] as const] : []),
  ]
  const columns: Column<Author>[] = [
    {
      title: 'Name',
      order: 'name',
      className: 'w-1/4 max-sm:w-full!',
      cell: (author) => (
        <span className="flex items-center gap-2.5">
          <Portrait author={author} />
          {mayChange ? (
            <Rename name={author.name} maxLength={120} onRename={(name) => rename(author, name)} />
          ) : (
            <span className="t-row">{author.name}</span>
          )}
        </span>
      ),
    },
    { title: 'Slug', className: 'w-1/6 max-md:hidden', cellClass: 'mono wrap-anywhere', cell: ({ slug }) => slug },
    {
      title: 'About',
      className: 'max-lg:hidden',
      cellClass: 'text-muted wrap-anywhere',
      cell: ({ bio, socialLinks }) => (
        <>
          {bio}
          {socialLinks && <span className="block text-sm">{Object.keys(socialLinks).join(', ')}</span>}
        </>
      ),
    },
    { title: 'Live', order: 'postCount', className: 'w-20', cell: (author) => <Count author={author} /> },
    {
      title: 'Actions',
      isTitleHidden: true,
      className: 'w-60 max-sm:w-auto!',
      cellClass: 'sm:text-right',
      cell: (author) =>
        acts.map(([act, label]) => (
          <Button
            key={act}
            size="small"
            look="quiet"
            aria-label={`${label} ${author.name}…`}
            onClick={() => onAct(act, author)}
          >
            {label}…
          </Button>
        )),
    },
  ]
  return <DataTable label="Authors" columns={columns} rows={authors} keyOf={({ id }) => id} order={order} />
}

function Count({ author: { id, name, postCount, collectionId } }: { author: Author }) {
  const { slug } = useOrganization()
  return (
    <Link
      to="/o/$orgSlug/content"
      params={{ orgSlug: slug }}
      search={{ tab: 'published', collection: collectionId, author: id }}
      aria-label={`${postCount} live articles by ${name}`}
      className="inline-block min-h-6 tabular-nums underline underline-offset-4"
    >
      {postCount.toLocaleString('en')}
      <span className="sm:hidden"> live</span>
    </Link>
  )
}
