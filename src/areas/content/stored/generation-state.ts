import type { Writer } from '#kernel/database.ts'

/** Notes how far the work of a model on an item has come. The item itself stays as it is, its version included. */
export async function noteGeneration(
  db: Writer,
  itemId: string,
  state: 'queued' | 'running' | 'succeeded',
): Promise<void> {
  await db.updateTable('item').set({ generation_state: state }).where('id', '=', itemId).execute()
}
