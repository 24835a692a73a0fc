import { Link } from '@tanstack/react-router'

import { Rename } from '#web/areas/taxonomies/rename.tsx'
import { renamed } from '#web/areas/taxonomies/renamed.ts'
import type { Term } from '#web/areas/taxonomies/terms/terms-search.ts'
import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { DataTable, type Column } from '#web/parts/data-table.tsx'
import type { Order } from '#web/parts/table-controls.tsx'
import { useAction } from '#web/use-operation.ts'

export type TermAct = 'edit' | 'merge' | 'delete'

type Props = {
  terms: readonly Term[]
  order: Order
  mayChange: boolean
  mayDelete: boolean
  onAct(what: TermAct, term: Term): void
}

/** Categories or tags: name, slug, what they are for, how many articles are live under them. */
export function TermTable({ terms, order, mayChange, mayDelete, onAct }: Props) {
  const update = useAction('updateTaxonomyTerm')
  const rename = (term: Term, name: string) =>
    renamed(term.name, name, (wanted) => update.run({ termId: term.id, name: wanted }))
  const columns: Column<Term>[] = [
    {
      title: 'Name',
      order: 'name',
      className: 'w-1/4 max-sm:w-full!',
      cell: (term) =>
        mayChange ? (
          <Rename name={term.name} maxLength={80} onRename={(name) => rename(term, name)} />
        ) : (
          <span className="t-row">{term.name}</span>
        ),
    },
    { title: 'Slug', className: 'w-1/5 max-md:hidden', cellClass: 'mono wrap-anywhere', cell: ({ slug }) => slug },
    {
      title: 'What belongs here',
      className: 'max-lg:hidden',
      cellClass: 'text-muted wrap-anywhere',
      cell: ({ description }) => description,
    },
    { title: 'Live', order: 'postCount', className: 'w-20', cell: (term) => <Count term={term} /> },
    {
      title: 'Actions',
      isTitleHidden: true,
      className: 'w-60 max-sm:w-auto!',
      cellClass: 'sm:text-right',
      cell: (term) => (
        <>
          {mayChange && <Act label="Edit…" {...{ term }} onPress={() => onAct('edit', term)} />}
          {mayDelete && <Act label="Merge…" {...{ term }} onPress={() => onAct('merge', term)} />}
          {mayDelete && <Act label="Delete…" {...{ term }} onPress={() => onAct('delete', term)} />}
        </>
      ),
    },
  ]
  return <DataTable label="Terms" columns={columns} rows={terms} keyOf={({ id }) => id} order={order} />
}

function Count({ term: { id, name, taxonomy, postCount } }: { term: Term }) {
  const { slug } = useOrganization()
  return (
    <Link
      to="/o/$orgSlug/content"
      params={{ orgSlug: slug }}
      search={{ tab: 'published', ...(taxonomy === 'tag' ? { tag: id } : { category: id }) }}
      aria-label={`${postCount} live articles of ${name}`}
      className="inline-block min-h-6 tabular-nums underline underline-offset-4"
    >
      {postCount.toLocaleString('en')}
      <span className="sm:hidden"> live</span>
    </Link>
  )
}

function Act({ label, term, onPress }: { label: string; term: Term; onPress(): void }) {
  return (
    <Button size="small" look="quiet" aria-label={`${label.replace('…', '')} ${term.name}…`} onClick={onPress}>
      {label}
    </Button>
  )
}
