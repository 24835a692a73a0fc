import type { Kysely } from 'kysely'

import type { Tables } from './tables.ts'

type Reads = 'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'getExecutor'
type Changes = 'insertInto' | 'updateTable' | 'deleteFrom'

/** Queries of one tenant transaction. Tenant tables carry the organization's predicate by themselves (D-4). */
export type Reader = Pick<Kysely<Tables>, Reads>

/** The same, with changes. */
export type Writer = Pick<Kysely<Tables>, Reads | Changes>

/** Queries of identity code on schema `auth`, before an organization is known (data.md 4.1). */
export type AuthDb = Pick<Kysely<Tables>, Reads | Changes>
