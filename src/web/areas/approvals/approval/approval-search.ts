import { oneOf, searchBy } from '#web/address.ts'

/** How the text of an approval is shown: what changes in it, or the whole as it will be. */
export const approvalSearch = searchBy({ text: oneOf(['whole']) })
