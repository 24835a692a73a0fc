import { sql } from 'kysely'
import { z } from 'zod'

import { isPublic } from '#areas/collections/index.ts'
import { requireConnected } from '#areas/integrations/copies/content-modes.ts'
import { migrateContent } from '#areas/integrations/jobs/migrate-content.ts'
import { contentModes, lockSettings, requireNoSwitch, saveContentMode } from '#areas/organizations/index.ts'
import { bindRecords } from '#kernel/bind-records.ts'
import type { Reader } from '#kernel/database.ts'
import { storedId } from '#kernel/ids.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const setContentMode = operation({
  name: 'setContentMode',
  title: 'Change where content goes',
  summary: 'Switches between the Content API (headless) and a connected CMS; migrate pushes what is published first.',
  scope: 'integrations:write',
  risk: 'publish',
  startsJob: true,
  errors: ['not_found', 'not_connected', 'auth_expired', 'job_running'],
  examples: [{ title: 'Back to the Content API', input: { mode: 'headless' } }],
  input: z.strictObject({
    mode: z.enum(contentModes),
    integrationId: id('integration').optional(),
    migrate: z.enum(['none', 'push_published']).default('none'),
  }),
  output: z.object({
    mode: z.enum(contentModes).describe('As it is now'),
    plan: z.object({
      create: z.int(),
      update: z.int(),
      unchanged: z.int(),
      warnings: z.array(z.string()),
    }),
    jobId: id('job').nullable(),
  }),

  async handle({ db, start }, { mode, integrationId, migrate }) {
    // One switch at a time: the one that starts another waits here.
    const before = await lockSettings(db)
    await requireNoSwitch(db)
    if (mode === 'headless') {
      await saveContentMode(db, mode)
      const warnings = before.contentMode === mode ? [] : ['Copies stay as they are; later changes are not pushed.']
      return { mode, plan: { create: 0, update: 0, unchanged: 0, warnings }, jobId: null }
    }
    const integration = await requireConnected(db, mode, integrationId)
    await bindRecords(db, 'integration', [integration.id])
    const counts = await planOf(db, integration.id)
    const warnings = [
      'The Content API answers 403 from the moment the mode changes.',
      ...(migrate === 'none' && counts.create + counts.update > 0
        ? ['Published items are pushed when they next change (migrate: push_published pushes them first).']
        : []),
    ]
    const plan = { ...counts, warnings }
    if (migrate === 'none') {
      await saveContentMode(db, mode)
      return { mode, plan, jobId: null }
    }
    const { jobId } = await start(migrateContent, { mode, integrationId: storedId('integration', integration.id) })
    return { mode: before.contentMode, plan, jobId }
  },
})

/** What a push of everything published would do: an item that did not change since its last push is sent nothing. */
async function planOf(db: Reader, integrationId: string) {
  const { rows } = await sql<{ create: number; update: number; unchanged: number }>`
    select count(*) filter (where c.external_id is null or c.detached)::int as "create",
      count(*) filter (where c.external_id is not null and not c.detached and (c.synced_at is null or i.updated_at > c.synced_at))::int as "update",
      count(*) filter (where c.external_id is not null and not c.detached and i.updated_at <= c.synced_at)::int as "unchanged"
    from app.item i left join app.item_copy c
      on c.organization_id = i.organization_id and c.item_id = i.id and c.integration_id = ${integrationId}
    where ${isPublic('i')}`.execute(db)
  return rows[0] ?? { create: 0, update: 0, unchanged: 0 }
}
