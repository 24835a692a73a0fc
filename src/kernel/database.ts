import type { Kysely } from 'kysely'

import type { Tables } from './tables.ts'

type Reads = 'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'getExecutor'
type Changes = 'insertInto' | 'updateTable' | 'deleteFrom'

/** Queries of one tenant transaction. The data layer adds the organization's predicate (database.md#tenancy-is-the-databases). */
export type Reader = Pick<Kysely<Tables>, Reads>

/** The same, with changes. */
export type Writer = Pick<Kysely<Tables>, Reads | Changes | 'withPlugin'>

/** Queries of identity code on schema `auth` (database.md#schema-auth-comes-before-tenancy). */
export type AuthDb = Pick<Kysely<Tables>, Reads | Changes>
