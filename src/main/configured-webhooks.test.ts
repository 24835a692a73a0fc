import { beforeAll, expect, test } from 'vitest'

import { newId } from '#kernel/ids.ts'
import { silentLog } from '#kernel/log.ts'
import { readConfig } from '#platform/config/config.ts'
import { ownDatabase, testDatabase } from '#test/shared-parts.ts'
import { stage } from '#test/stage.ts'

import { warnOfWebhooks } from './configured-webhooks.ts'

// All organizations are counted.
beforeAll(async () => void (await ownDatabase()))

async function warningsOf(env: Record<string, string>): Promise<unknown[]> {
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (fields: object, event: string) => void warnings.push({ ...fields, event }) }
  await warnOfWebhooks(readConfig(env).config, await testDatabase(), log)
  return warnings
}

test('unknown organizations, and one website of several organizations, are reported at start', async () => {
  const known = [await stage(), await stage(), await stage()].map(({ access }) => access.organization.id)
  const unknown = newId('organization')
  const entry = { webhookUrl: 'https://site.example/hook', webhookSecret: 'canary' }
  const single = {
    CONTENT_REVALIDATION_WEBHOOK_URL: 'https://single.example/hook',
    CONTENT_REVALIDATION_WEBHOOK_SECRET: 'canary',
  }
  const json = (...ids: string[]) => ({
    CONTENT_REVALIDATION_WEBHOOKS: JSON.stringify(Object.fromEntries(ids.map((id) => [id, entry]))),
  })

  expect(await warningsOf({})).toEqual([])
  expect(await warningsOf(json(...known))).toEqual([])
  expect(await warningsOf(json(unknown, 'a secret in the wrong place'))).toEqual([
    { entry: 1, organizationId: unknown, event: expect.stringContaining('unknown organization') },
    { entry: 2, event: expect.stringContaining('unknown organization') },
  ])
  expect(await warningsOf({ ...json(...known.slice(1)), ...single })).toEqual([])
  expect(await warningsOf(single)).toEqual([
    { organizations: 3, event: expect.stringContaining('several organizations') },
  ])
  expect(await warningsOf({ ...single, CONTENT_REVALIDATION_ORGANIZATION_ID: unknown })).toHaveLength(1)
})
