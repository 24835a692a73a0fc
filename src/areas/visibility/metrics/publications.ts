import { sql } from 'kysely'
import { z } from 'zod'

import { isPublic } from '#areas/collections/index.ts'
import type { Reader } from '#kernel/database.ts'
import { storedId } from '#kernel/ids.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'

const most = 12

export const publication = z.object({
  itemId: id('item'),
  title: z.string(),
  publishedAt: timestamp(),
  answersPrompt: z.boolean().describe('Planned for a prompt, or cited in an answer'),
})

/** What was published in a time and is live, in its order; of many those that answer a prompt, then the newest. */
export async function listPublications(
  db: Reader,
  { from, until }: { from: Date; until: Date },
): Promise<z.input<typeof publication>[]> {
  const { rows } = await sql<{ id: string; title: string; publish_at: Date; answers_prompt: boolean }>`
    select i.id, i.title, i.publish_at,
      exists (select from app.topic t where t.organization_id = app.org() and t.asv_prompt_id is not null
        and (t.item_id = i.id or t.id = i.source_topic_id))
      or exists (select from app.asv_citation s where s.organization_id = app.org() and s.matched_item_id = i.id and s.kind = 'cited')
        as answers_prompt
    from app.item i
    where i.organization_id = app.org() and ${isPublic('i')}
      and i.publish_at >= ${from} and i.publish_at < ${until}
    order by answers_prompt desc, i.publish_at desc, i.id limit ${most}`.execute(db)
  return rows
    .toSorted((a, b) => a.publish_at.getTime() - b.publish_at.getTime())
    .map((row) => ({
      itemId: storedId('item', row.id),
      title: row.title,
      publishedAt: iso(row.publish_at),
      answersPrompt: row.answers_prompt,
    }))
}
