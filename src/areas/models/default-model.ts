import type { Selectable } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import type { Tables } from '#kernel/tables.ts'

/** What writes where a call names nothing. `model` null: the usual one of the provider. */
type DefaultModel = Pick<Selectable<Tables['model_default']>, 'provider' | 'model'>

/** What the organization chose; undefined: nothing (models.md#one-default-for-all-writing). */
export function defaultModel(db: Reader): Promise<DefaultModel | undefined> {
  return db.selectFrom('model_default').select(['provider', 'model']).executeTakeFirst()
}

export async function keepDefaultModel(db: Writer, { provider, model }: DefaultModel): Promise<void> {
  const values = { provider, model, set_at: new Date() }
  await db
    .insertInto('model_default')
    .values(values)
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute()
}

export async function removeDefaultModel(db: Writer): Promise<void> {
  await db.deleteFrom('model_default').execute()
}
