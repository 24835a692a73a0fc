import { page, searchBy } from '#web/address.ts'

/** A list whose address holds a page, and nothing else. */
export const pageSearch = searchBy({ page })

/** What the address of a list may hold. */
type Narrowed = { search?: string; kind?: string; state?: string; page?: number; job?: string } & Started
/** What the address of a run may hold. */
type Started = { look?: true; source?: string; from?: string; into?: string }

/** The address of a list that reads it with the names that it knows, and drops the rest: these names are not in what every screen loads. */
export const readLater = (given: Record<string, unknown>) => given as Narrowed
