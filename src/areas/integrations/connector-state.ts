import { z } from 'zod'

import { providerState, providerStates } from '#areas/models/index.ts'
import { contentModes } from '#areas/organizations/index.ts'
import { integrationKinds } from '#kernel/connection.ts'
import type { Reader } from '#kernel/database.ts'
import type { Models } from '#kernel/model.ts'
import { iso, timestamp } from '#kernel/schema.ts'
import type { ConfiguredWebhooks } from '#kernel/webhook.ts'

import { integrationStates } from './connections/integration-output.ts'
import { lastDelivery } from './deliveries.ts'
import { findTarget, hostOf } from './webhook-target.ts'

/** What is connected, in an answer: never a setting that could contain a secret. */
export const connectorStateOutput = z.object({
  contentMode: z.enum(contentModes),
  integrations: z.array(
    z.object({
      kind: z.enum(integrationKinds),
      provider: z.string(),
      state: z.enum(integrationStates),
      lastOkAt: timestamp().nullable(),
      lastError: z.object({ code: z.string() }).nullable(),
    }),
  ),
  revalidation: z.object({
    configured: z.boolean(),
    host: z.string().nullable().describe('Host of the address that is notified of changes'),
    lastDelivery: z.object({ state: z.string(), httpStatus: z.int().nullable(), at: timestamp() }).nullable(),
  }),
  llmProviders: z.array(providerState),
})

export type ConnectorState = z.input<typeof connectorStateOutput>

/** What there is besides the content mode. */
export async function connections(
  db: Reader,
  { models, ...way }: { organizationId: string; webhooks: ConfiguredWebhooks; models: Models },
): Promise<Omit<ConnectorState, 'contentMode'>> {
  const target = await findTarget(db, way)
  const last = await lastDelivery(db)
  const rows = await db.selectFrom('integration').selectAll().orderBy('created_at').orderBy('id').execute()
  return {
    integrations: rows.map((row) => ({
      kind: row.kind,
      provider: row.provider,
      state: row.state,
      lastOkAt: iso(row.last_ok_at),
      lastError: row.last_error === null ? null : { code: row.last_error.code },
    })),
    revalidation: {
      configured: target?.isSigned ?? false,
      host: target === undefined ? null : hostOf(target.url),
      lastDelivery: last === undefined ? null : { ...last, at: iso(last.at) },
    },
    llmProviders: await providerStates(db, models),
  }
}
