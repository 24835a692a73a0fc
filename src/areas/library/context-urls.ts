import type { Reader } from '#kernel/database.ts'

const most = 5000

/** The addresses that entries name. */
export async function contextUrls(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('context_entry')
    .select('url')
    .where('url', 'is not', null)
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.flatMap(({ url }) => url ?? [])
}
