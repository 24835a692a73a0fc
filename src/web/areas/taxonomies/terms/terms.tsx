import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import { NoTerms } from '#web/areas/taxonomies/terms/no-terms.tsx'
import { ReplaceTerm } from '#web/areas/taxonomies/terms/replace-term.tsx'
import { TermForm } from '#web/areas/taxonomies/terms/term-form.tsx'
import { TermTable } from '#web/areas/taxonomies/terms/term-table.tsx'
import { termsQuery } from '#web/areas/taxonomies/terms/terms-query.ts'
import { kinds, type Term, type TermOrder, termsSearch } from '#web/areas/taxonomies/terms/terms-search.ts'
import { Button } from '#web/parts/button.tsx'
import { TableSkeleton } from '#web/parts/data-table.tsx'
import { ListBody } from '#web/parts/list-body.tsx'
import { Page } from '#web/parts/page.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { useSingleKeys } from '#web/parts/single-keys.ts'
import { TabLinks } from '#web/parts/tab-links.tsx'
import { orderOf } from '#web/parts/table-controls.tsx'
import { useAllowed, useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

type Open = { what: 'new' } | { what: 'edit' | 'merge' | 'delete'; term: Term }

/** Settings > Terms: the categories and the tags of articles. */
export function Terms() {
  const asked = useSearch({ from: '/o/$orgSlug/settings/terms' })
  const navigate = useNavigate({ from: '/o/$orgSlug/settings/terms' })
  const kind = asked.tab ?? 'category'
  const input = termsQuery(asked)
  const list = useOperation('listTaxonomyTerms', input)
  const { isAllowed: mayChange, isPossible } = useAllowed('updateTaxonomyTerm')
  const mayDelete = useCatalogEntry('deleteTaxonomyTerm')?.allowed ?? false
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const go = (next: object) => void navigate({ search: termsSearch({ ...next }) })
  useSingleKeys(mayChange ? { c: { label: `New ${kinds[kind].one}`, run: () => setOpen({ what: 'new' }) } } : {})

  // The other kind may have some: its tab stays.
  const isBare = list.data?.total === 0 && !asked.search
  const way = isPossible && (
    <Button look="ink" disabled={!mayChange} onClick={() => setOpen({ what: 'new' })}>
      New {kinds[kind].one}
    </Button>
  )
  return (
    <Page
      title="Terms"
      lead="What articles are about: a category is the shelf, tags are the words on its spine."
      isWide
      actions={!isBare && way}
    >
      <TabLinks
        label="Kind"
        tabs={(['category', 'tag'] as const).map((name) => ({
          label: kinds[name].tab,
          isCurrent: name === kind,
          link: {
            to: '/o/$orgSlug/settings/terms',
            from: '/o/$orgSlug/settings/terms',
            search: termsSearch({ ...asked, tab: name, page: 1 }),
          },
        }))}
      />
      <div hidden={isBare} className="my-3 flex md:[&>form]:max-w-80">
        <SearchBox
          label={`Search ${kinds[kind].many}`}
          hint="Name or slug"
          value={asked.search ?? ''}
          onSearch={(search) => go({ ...asked, search, page: 1 })}
        />
      </div>
      <ListBody
        list={list}
        skeleton={<TableSkeleton label="Reading the terms" rows={6} rowHeight="h-[37px] max-sm:h-[67px]" />}
        isCounted
        empty={() => <NoTerms asked={asked} way={way} onClear={() => go({ tab: asked.tab })} />}
        onPage={(page) => go({ ...asked, page })}
      >
        {({ items }) => (
          <TermTable
            records={items}
            order={orderOf(asked.order ?? 'name', (order) => go({ ...asked, order, page: 1 }), isCount)}
            mayChange={mayChange}
            mayDelete={mayDelete}
            onAct={(what, term) => setOpen({ what, term })}
          />
        )}
      </ListBody>
      {open?.what === 'new' && <TermForm kind={kind} onClose={close} />}
      {open?.what === 'edit' && <TermForm kind={kind} term={open.term} onClose={close} />}
      {(open?.what === 'merge' || open?.what === 'delete') && (
        <ReplaceTerm term={open.term} isMerge={open.what === 'merge'} onClose={close} />
      )}
    </Page>
  )
}

const isCount = (name: string) => name === ('postCount' satisfies TermOrder)
