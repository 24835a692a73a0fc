import { oneOf, page, searchBy, words } from '#web/address.ts'

export const deliveryKinds = ['revalidation', 'cms', 'chat', 'indexnow'] as const
export const deliveryStates = ['queued', 'delivering', 'succeeded', 'failed', 'exhausted'] as const

/** The state of the list of deliveries, all of it in the address. */
export const deliveriesSearch = searchBy({
  search: words(),
  kind: oneOf(deliveryKinds),
  state: oneOf(deliveryStates),
  page,
})
export type DeliveriesSearch = ReturnType<typeof deliveriesSearch>
