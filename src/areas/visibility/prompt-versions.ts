import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'

/** The version that each prompt had at a time; before it was made, the first. */
export async function versionsAt(
  db: Reader,
  asked: readonly { promptId: string; observedAt: string }[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('asv_prompt_version')
    .select(['prompt_id', 'n', 'created_at'])
    .where('prompt_id', '=', sql<string>`any(${[...new Set(asked.map(({ promptId }) => promptId))]})`)
    .orderBy('n')
    .execute()
  return asked.map(({ promptId, observedAt }) => {
    const at = new Date(observedAt)
    const versions = rows.filter((row) => row.prompt_id === promptId)
    return (versions.findLast((row) => row.created_at <= at) ?? versions[0])?.n ?? 1
  })
}

/** The text that each answer answers. */
export async function promptTexts(
  db: Reader,
  answers: readonly { prompt_id: string; prompt_version: number }[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('asv_prompt_version')
    .select(['prompt_id', 'n', 'text'])
    .where('prompt_id', '=', sql<string>`any(${[...new Set(answers.map((answer) => answer.prompt_id))]})`)
    .execute()
  const texts = new Map(rows.map((row) => [`${row.prompt_id} ${row.n}`, row.text]))
  return answers.map((answer) => texts.get(`${answer.prompt_id} ${answer.prompt_version}`) ?? '')
}
