import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { type AnswersSearch, answersSearch } from '#web/areas/visibility/ai-answers/answers-search.ts'
import { counted } from '#web/areas/visibility/ai-answers/finding.ts'
import { namedColumn } from '#web/areas/visibility/set-up/named-column.tsx'
import type { Competitor } from '#web/areas/visibility/set-up/set-up-types.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { type Column, DataTable, TableSkeleton } from '#web/parts/data-table.tsx'
import { late } from '#web/parts/late.ts'
import { ListBody } from '#web/parts/list-body.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

const CompetitorForm = late(() => import('#web/areas/visibility/set-up/competitor-form.tsx'))
const OwnBrandForm = late(() => import('#web/areas/visibility/set-up/own-brand-form.tsx'))
const DeleteCompetitor = late(() => import('#web/areas/visibility/set-up/delete-competitor.tsx'))

type Open =
  | { what: 'form'; brand: Competitor | null; domain?: string }
  | { what: 'own' }
  | { what: 'delete'; brand: Competitor }
  | null

/** Whose names answers are read for: your own brand and competitors, and hosts that nobody tracks yet. */
export default function Competitors({ asked }: { asked: AnswersSearch }) {
  const navigate = useNavigate({ from: '/o/$orgSlug/ai-answers' })
  const list = useOperation('listAsvCompetitors', {
    includeOwn: true,
    includeDiscovered: true,
    pageSize: 25,
    page: asked.page ?? 1,
  })
  const mayWrite = useCatalogEntry('createAsvCompetitor')?.allowed ?? false
  const mayChangeOwn = useCatalogEntry('updateOrganizationSettings')?.allowed ?? false
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)

  const discovered = list.data?.discovered ?? []

  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <p className="min-w-60 flex-1 text-muted">
          Stored answers are read again when a name changes, so each brand has its whole history.
        </p>
        {mayWrite && (
          <Button look="ink" onClick={() => setOpen({ what: 'form', brand: null })}>
            New competitor…
          </Button>
        )}
      </div>
      <ListBody
        list={list}
        skeleton={<TableSkeleton label="Reading the competitors" rows={5} rowHeight="h-[37px]" />}
        onPage={(page) => void navigate({ search: answersSearch({ ...asked, page }), resetScroll: false })}
        empty={() => null}
      >
        {({ items }) => (
          <DataTable
            label="Competitors"
            columns={competitorColumns({ mayChangeOwn, mayWrite, onOpen: setOpen })}
            rows={items}
            keyOf={({ id }) => id}
          />
        )}
      </ListBody>
      {discovered.length > 0 && (
        <Discovered
          hosts={discovered}
          mayTrack={mayWrite}
          onTrack={(domain) => setOpen({ what: 'form', brand: null, domain })}
        />
      )}
      <Suspense>
        {open?.what === 'form' && <CompetitorForm brand={open.brand} domain={open.domain} onClose={close} />}
        {open?.what === 'own' && <OwnBrandForm onClose={close} />}
        {open?.what === 'delete' && <DeleteCompetitor brand={open.brand} onClose={close} />}
      </Suspense>
    </>
  )
}

type DiscoveredProps = {
  hosts: NonNullable<OutputOf<'listAsvCompetitors'>['discovered']>
  mayTrack: boolean
  onTrack(domain: string): void
}

function Discovered({ hosts, mayTrack, onTrack }: DiscoveredProps) {
  return (
    <section aria-labelledby="discovered" className="mt-7">
      <h2 id="discovered" className="t-head">
        Sources that nobody tracks
      </h2>
      <ul className="mt-1">
        {hosts.map(({ domain, answers }) => (
          <li key={domain} className="flex items-center gap-3 border-t border-line py-2">
            <span className="mono min-w-0 flex-1">{domain}</span>
            <span className="text-muted tabular-nums">in {counted(answers, 'answer')}</span>
            {mayTrack && (
              <Button size="small" onClick={() => onTrack(domain)}>
                Track…<span className="sr-only"> {domain}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Actions = { mayChangeOwn: boolean; mayWrite: boolean; onOpen(open: Open): void }

function competitorColumns({ mayChangeOwn, mayWrite, onOpen }: Actions): Column<Competitor>[] {
  return [
    {
      title: 'Brand',
      className: 'max-sm:w-full!',
      cell: ({ name, aliases, own }) => (
        <>
          <span className="t-row wrap-anywhere">{name}</span>
          {own && <span className="text-muted"> you</span>}
          {aliases.length > 0 && <span className="block text-muted wrap-anywhere">also {aliases.join(', ')}</span>}
        </>
      ),
    },
    {
      title: 'Websites',
      className: 'max-md:hidden',
      cellClass: 'mono [overflow-wrap:anywhere]',
      cell: ({ domains }) => domains.join(', '),
    },
    namedColumn(),
    {
      title: 'Actions',
      isTitleHidden: true,
      className: 'w-44 max-sm:ml-auto max-sm:w-auto!',
      cell: (brand) =>
        (brand.own ? mayChangeOwn : mayWrite) && (
          <div className="flex justify-end gap-1">
            <Button
              size="small"
              look="quiet"
              onClick={() => onOpen(brand.own ? { what: 'own' } : { what: 'form', brand })}
            >
              Change…<span className="sr-only"> {brand.name}</span>
            </Button>
            {!brand.own && (
              <Button size="small" look="quiet" onClick={() => onOpen({ what: 'delete', brand })}>
                Delete…<span className="sr-only"> {brand.name}</span>
              </Button>
            )}
          </div>
        ),
    },
  ]
}
