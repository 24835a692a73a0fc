import { useNavigate, useSearch } from '@tanstack/react-router'

import { type PageSearch, pageSearch } from '#web/app/page-search.ts'
import { deliveryStates, deliveryWords, kindWords } from '#web/areas/integrations/deliveries/delivery-words.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { DataTable, TableSkeleton, type Column } from '#web/parts/data-table.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { fieldWords } from '#web/parts/field-words.ts'
import { ListBody } from '#web/parts/list-body.tsx'
import { Page } from '#web/parts/page.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

type Delivery = OutputOf<'listDeliveries'>['items'][number]

/** Settings > Deliveries: what was sent to websites and others, what they answered, what is tried again. */
export function Deliveries() {
  const asked = useSearch({ from: '/o/$orgSlug/settings/deliveries' })
  const navigate = useNavigate({ from: '/o/$orgSlug/settings/deliveries' })
  const input = {
    page: asked.page ?? 1,
    pageSize: 20,
    ...(asked.state && { state: asked.state }),
  } as InputOf<'listDeliveries'>
  const list = useOperation('listDeliveries', input)
  const retry = useAction('retryDelivery')
  const mayRetry = useCatalogEntry('retryDelivery')?.allowed ?? false
  const go = (next: PageSearch) => void navigate({ search: pageSearch(deliveryStates)({ ...next }) })

  async function again({ id }: Delivery) {
    const sent = await retry.run({ deliveryIds: [id] }, { confirm: true })
    toast(sent === null || sent.requeued === 0 ? 'It could not be sent again.' : 'It is sent again at once.')
  }

  return (
    <Page
      title="Deliveries"
      lead="What is sent to your websites and to others when content changes, and what they answer."
      isWide
    >
      <div className="mb-3 md:max-w-60">
        <LabelledSelect
          label="State"
          value={asked.state ?? ''}
          options={[
            ['', 'All'] as const,
            ...deliveryStates.map((state) => [state, deliveryWords[state].words] as const),
          ]}
          onChange={(state) => go({ state })}
        />
      </div>
      <ListBody
        list={list}
        skeleton={<TableSkeleton label="Reading the deliveries" rows={5} rowHeight="h-[37px]" />}
        isCounted
        empty={() =>
          asked.state ? (
            <EmptyState title="Nothing matches" action={<Button onClick={() => go({})}>Show all</Button>}>
              No delivery is in this state.
            </EmptyState>
          ) : (
            <EmptyState title="Nothing has been sent yet">
              A message appears here when published content changes and a website is to be notified.
            </EmptyState>
          )
        }
        onPage={(page) => go({ ...asked, page })}
      >
        {({ items }) => (
          <DataTable
            label="Deliveries"
            columns={mayRetry ? [...columns, actions(retry.isPending, again)] : columns}
            rows={items}
            keyOf={({ id }) => id}
          />
        )}
      </ListBody>
    </Page>
  )
}

const columns: Column<Delivery>[] = [
  { title: 'When', className: 'w-32', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'What', className: 'w-44', cell: ({ kind, event }) => `${kindWords[kind]}: ${fieldWords(event)}` },
  { title: 'To', cellClass: 'mono [overflow-wrap:anywhere]', cell: ({ target }) => target },
  {
    title: 'State',
    className: 'w-40',
    cell: ({ state }) => <Status tone={deliveryWords[state].tone}>{deliveryWords[state].words}</Status>,
  },
  {
    title: 'Answer',
    className: 'max-lg:hidden',
    cellClass: 'text-muted [overflow-wrap:anywhere]',
    cell: ({ httpStatus, error }) => error?.message ?? (httpStatus === null ? '' : String(httpStatus)),
  },
  {
    title: 'Tries',
    className: 'w-36 max-md:hidden',
    cell: ({ attempts, nextAttemptAt }) => (
      <>
        {attempts}
        {nextAttemptAt !== null && (
          <span className="text-muted">
            , next <Time at={nextAttemptAt} />
          </span>
        )}
      </>
    ),
  },
]

function actions(isBusy: boolean, onRetry: (delivery: Delivery) => Promise<void>): Column<Delivery> {
  return {
    title: 'Actions',
    isTitleHidden: true,
    className: 'w-24 max-sm:ml-auto',
    cell: (row) =>
      (row.state === 'failed' || row.state === 'exhausted') && (
        <Button size="small" isBusy={isBusy} aria-label={`Retry ${row.target}`} onClick={() => void onRetry(row)}>
          Retry
        </Button>
      ),
  }
}
