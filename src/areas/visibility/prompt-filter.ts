import { sql } from 'kysely'
import { z } from 'zod'

import type { Reader } from '#kernel/database.ts'
import { id, text } from '#kernel/schema.ts'

import { intents, type PromptRow } from './prompts.ts'

/** What an analysis asks about prompts: all given conditions hold. */
export const promptFilter = z.strictObject({
  promptIds: z.array(id('prompt')).min(1).max(100).optional(),
  tags: z.array(text(80)).min(1).max(50).optional(),
  intents: z.array(z.enum(intents)).min(1).max(intents.length).optional(),
  locale: text(35).optional(),
  country: text(2).optional(),
})
export type PromptFilter = z.output<typeof promptFilter>

/** The column that each condition asks: one of the values of the condition is in it. */
const conditions = {
  promptIds: 'id',
  tags: 'tag',
  intents: 'intent',
  locale: 'locale',
  country: 'country',
} as const satisfies Record<keyof PromptFilter, keyof PromptRow>

type Column = (typeof conditions)[keyof typeof conditions]
const named = Object.entries(conditions) as [keyof PromptFilter, Column][]

/** What a filter asks about a prompt; one that does not exist yet has no id. */
export type Filtered = { [C in Exclude<Column, 'id'>]: PromptRow[C] } & { id?: string }

/** Whether a filter finds a prompt, provided that it is active. */
export function finds(filter: PromptFilter, prompt: Filtered): boolean {
  return asked(filter).every(([column, values]) => values.some((value) => value === prompt[column]))
}

/** The active prompts that a filter finds. */
export async function promptsOf(db: Reader, filter: PromptFilter): Promise<PromptRow[]> {
  let query = db.selectFrom('asv_prompt').selectAll().where('state', '=', 'active').where('deleted_at', 'is', null)
  for (const [column, values] of asked(filter)) query = query.where(column, '=', sql<string>`any(${values})`)
  return query.orderBy('id').execute()
}

/** The condition of a query: the filter in this column of JSON finds the `asv_prompt`, provided that it is active. */
export function findsStored(filter: string) {
  const holds = named.map(([name, column]) => {
    // A list has the value as an element; a text is the value.
    const condition = sql`${sql.ref(filter)} -> ${sql.lit(name)}`
    return sql`(${condition} is null or jsonb_exists(${condition}, ${sql.ref(`asv_prompt.${column}`)}))`
  })
  return sql<boolean>`(${sql.join(holds, sql` and `)})`
}

/** The columns that a filter asks, each with the values of which it must have one. */
function asked(filter: PromptFilter): [Column, string[]][] {
  return named.flatMap(([name, column]) => {
    const values: string | readonly string[] | undefined = filter[name]
    return values === undefined ? [] : [[column, [values].flat()]]
  })
}
