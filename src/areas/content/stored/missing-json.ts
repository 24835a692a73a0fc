import type { Writer } from '#kernel/database.ts'

/**
 * Stores bodies as JSON that are older than their columns, `limit` at most; returns how many
 * (content-api.md#bodies-are-stored-as-json).
 */
export async function writeMissingJson(db: Writer, limit: number): Promise<number> {
  // Any write of a row brings its JSON. As a table of its own, what it finds is found once.
  const { numUpdatedRows } = await db
    .with('missing', (query) =>
      query
        .selectFrom('item_body')
        .select('item_id')
        .where('content_json', 'is', null)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('item_body')
    .set({ content_json: null })
    .where('item_id', 'in', (eb) => eb.selectFrom('missing').select('item_id'))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
