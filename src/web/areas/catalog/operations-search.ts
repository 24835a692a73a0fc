import { searchBy, words } from '#web/address.ts'
/** What of the catalog is shown. */
export const operationsSearch = searchBy({ search: words() })
