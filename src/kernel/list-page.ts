import type { SelectQueryBuilder, Simplify } from 'kysely'

/** The page that the caller of a list asks for, from 1, and its most entries. */
export type PageAsked = { page: number; pageSize: number }

/**
 * One page of what a query finds, and how many there are in all. `shown` selects the columns and gives the order, which has no ties,
 * or pages would overlap.
 */
export async function listPage<DB, TB extends keyof DB, O, ShownDB, ShownTB extends keyof ShownDB, Row>(
  found: SelectQueryBuilder<DB, TB, O>,
  { page, pageSize }: PageAsked,
  shown: (found: SelectQueryBuilder<DB, TB, O>) => SelectQueryBuilder<ShownDB, ShownTB, Row>,
): Promise<{ rows: Simplify<Row>[]; total: number }> {
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  const rows = await shown(found)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { rows, total }
}
