import type { TestDatabase } from './database.ts'
import type { Statement } from './statements.ts'

/** A step of how the database carries a statement out. */
export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Plan Width': number
  /** In each of its rounds. */
  'Actual Rows': number
  'Sort Key'?: string[]
  Plans?: Plan[]
}

/** With the values of a statement before the database's eyes, and without. */
export const planModes = ['force_custom_plan', 'force_generic_plan'] as const
export type PlanMode = (typeof planModes)[number]

type Explained = { statement: Statement | undefined; organizationId: string; mode: PlanMode }

/** How a statement of an organization is carried out; what it writes is taken back. */
export function explain(database: TestDatabase, { statement, organizationId, mode }: Explained): Promise<Plan> {
  return database.asOwner(async (connection) => {
    await connection.send(
      `BEGIN; SET LOCAL ROLE masthead_app; SET LOCAL app.organization_id = '${organizationId}'; SET LOCAL plan_cache_mode = ${mode}; SET LOCAL enable_seqscan = off`,
    )
    await connection.send(`PREPARE asked AS ${statement?.text}`)
    const values = statement?.values.map(literal) ?? []
    const { rows } = await connection.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE asked${values.length === 0 ? '' : `(${values.join(', ')})`}`,
    )
    await connection.send('DEALLOCATE asked; ROLLBACK')
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    if (plan === undefined) throw new Error('The database said no plan')
    return plan
  })
}

/** The steps of a plan, each before those below it. */
export function stepsOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]
}

/** A value as it stands in a statement. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]::text[]`
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}
