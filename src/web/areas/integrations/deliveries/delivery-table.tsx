import { Link } from '@tanstack/react-router'

import { aboutWords, deliveryWords, kindWords } from '#web/areas/integrations/deliveries/delivery-words.ts'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { type Column, DataTable } from '#web/parts/data-table.tsx'
import { inPlainWords } from '#web/parts/plain-words.ts'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useAction } from '#web/use-operation.ts'

type Delivery = OutputOf<'listDeliveries'>['items'][number]

/** Deliveries, 36 px each; what was given up or is tried again can be sent at once. */
export function DeliveryTable({ deliveries }: { deliveries: readonly Delivery[] }) {
  const retry = useAction('retryDelivery')
  const mayRetry = useCatalogEntry('retryDelivery')?.allowed ?? false

  async function again({ id }: Delivery) {
    const sent = await retry.run({ deliveryIds: [id] }, { confirm: true })
    toast(sent === null || sent.requeued === 0 ? 'It could not be sent again.' : 'It is sent again at once.')
  }

  return (
    <DataTable
      label="Deliveries"
      isDense
      columns={mayRetry ? [...columns, actions(retry.isPending, again)] : columns}
      rows={deliveries}
      keyOf={({ id }) => id}
    />
  )
}

const columns: Column<Delivery>[] = [
  {
    title: 'When',
    className: 'max-sm:order-2 max-sm:ml-auto',
    cellClass: 'text-muted',
    cell: ({ createdAt }) => <Time at={createdAt} isShort />,
  },
  {
    title: 'What',
    className: 'max-sm:order-1',
    cell: (delivery) => <What delivery={delivery} />,
  },
  { title: 'To', className: 'max-sm:order-4', cellClass: 'mono', cell: ({ target }) => target },
  {
    title: 'State',
    className: 'max-sm:order-3',
    cell: ({ state }) => <Status tone={deliveryWords[state].tone}>{deliveryWords[state].words}</Status>,
  },
  {
    title: 'Answer',
    className: 'w-full max-w-0 truncate max-lg:hidden',
    cellClass: 'text-muted',
    cell: ({ httpStatus, error }) =>
      error === null ? httpStatus : <span title={error.message}>{inPlainWords(error.message)}</span>,
  },
  {
    title: 'Tries',
    className: 'text-right max-md:hidden',
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

function What({ delivery }: { delivery: Delivery }) {
  const { slug: orgSlug } = useOrganization()
  const { kind, itemId } = delivery
  return (
    <>
      {kindWords[kind]}:{' '}
      {itemId === null ? (
        aboutWords(delivery)
      ) : (
        <Link to="/o/$orgSlug/content/$itemId" params={{ orgSlug, itemId }} className="underline underline-offset-3">
          {aboutWords(delivery)}
        </Link>
      )}
    </>
  )
}

function actions(isBusy: boolean, onRetry: (delivery: Delivery) => Promise<void>): Column<Delivery> {
  return {
    title: 'Actions',
    isTitleHidden: true,
    className: 'max-sm:order-5 max-sm:ml-auto max-sm:empty:hidden',
    cell: (row) =>
      (row.state === 'failed' || row.state === 'exhausted') && (
        <Button size="small" isBusy={isBusy} aria-label={`Retry ${row.target}`} onClick={() => void onRetry(row)}>
          Retry
        </Button>
      ),
  }
}
