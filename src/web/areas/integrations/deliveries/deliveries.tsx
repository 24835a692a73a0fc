import { Link, useNavigate, useSearch } from '@tanstack/react-router'

import { defined } from '#std/objects.ts'
import {
  type DeliveriesSearch,
  deliveriesSearch,
  deliveryKinds,
  deliveryStates,
} from '#web/areas/integrations/deliveries/deliveries-search.ts'
import { DeliveryTable } from '#web/areas/integrations/deliveries/delivery-table.tsx'
import { deliveryWords, kindWords } from '#web/areas/integrations/deliveries/delivery-words.ts'
import { KindAndState, useKnown } from '#web/areas/jobs/kind-and-state.tsx'
import { useOrganization } from '#web/context.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { TableSkeleton } from '#web/parts/data-table.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ListBody } from '#web/parts/list-body.tsx'
import { Page } from '#web/parts/page.tsx'
import { useAllowed } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

type Change = { [K in keyof DeliveriesSearch]: DeliveriesSearch[K] | undefined }

/** Settings > Deliveries: what was sent to websites and others, what they answered, what is tried again. */
export function Deliveries() {
  const { slug } = useOrganization()
  const { isAllowed: mayConnect } = useAllowed('updateIntegrationSettings')
  const given = useSearch({ from: '/o/$orgSlug/settings/deliveries' })
  const navigate = useNavigate({ from: '/o/$orgSlug/settings/deliveries' })
  const asked = useKnown(given, deliveriesSearch, (search) => void navigate({ search, replace: true }))
  const { search, kind, state, page = 1 } = asked
  const list = useOperation('listDeliveries', { page, pageSize: 20, ...defined({ search, kind, state }) })
  const isBare = list.data?.total === 0 && !search && !kind && !state
  const go = (change: Change) => void navigate({ search: deliveriesSearch({ ...asked, ...change }) })
  const narrow = (change: Change) => go({ ...change, page: undefined })
  const clear = () => narrow({ search: undefined, kind: undefined, state: undefined })
  return (
    <Page
      title="Deliveries"
      lead="What is sent to your websites and to others when content changes, and what they answer."
      isWide
    >
      <div hidden={isBare}>
        <KindAndState
          of="deliveries"
          hint="Host, or an id"
          asked={asked}
          kinds={deliveryKinds.map((name) => [name, kindWords[name]] as const)}
          states={deliveryStates.map((name) => [name, deliveryWords[name].words] as const)}
          onChange={narrow}
          onClear={clear}
        />
      </div>
      <ListBody
        list={list}
        skeleton={<TableSkeleton label="Reading the deliveries" rows={5} rowHeight="h-[37px] max-sm:h-[68px]" />}
        isCounted
        empty={() =>
          search || kind || state ? (
            <EmptyState title="Nothing matches" action={<Button onClick={clear}>Show all</Button>}>
              No delivery is like this.
            </EmptyState>
          ) : (
            <EmptyState
              title="Nothing has been sent yet"
              isBare
              action={
                mayConnect && (
                  <Link to="/o/$orgSlug/settings/integrations" params={{ orgSlug: slug }} className={buttonLook('ink')}>
                    Connect a website
                  </Link>
                )
              }
            >
              A message appears here when published content changes and a website is to be notified, and a copy when it
              goes to a connected service.
            </EmptyState>
          )
        }
        onPage={(next) => go({ page: next })}
      >
        {({ items }) => <DeliveryTable deliveries={items} />}
      </ListBody>
    </Page>
  )
}
