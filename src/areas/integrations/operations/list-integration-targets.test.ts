import { afterEach, beforeEach, expect, test } from 'vitest'

import { getIntegration } from '#areas/integrations/operations/get-integration.ts'
import { listIntegrationTargets } from '#areas/integrations/operations/list-integration-targets.ts'
import { selectIntegrationTarget } from '#areas/integrations/operations/select-integration-target.ts'
import { setConnectorSecret } from '#areas/integrations/operations/set-connector-secret.ts'
import { updateCmsFieldMapping } from '#areas/integrations/operations/update-cms-field-mapping.ts'
import { openConnectors } from '#connectors/index.ts'
import type { IntegrationId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'
import { openWebflow } from '#test/standins/webflow.ts'

const confirm = { confirm: true }
let site: Awaited<ReturnType<typeof openWebflow>>
let on: Awaited<ReturnType<typeof stage>>
let id: IntegrationId
beforeEach(async () => {
  site = await openWebflow()
  on = await stage({ connectors: openConnectors({ webflow: site.url }) })
  const { integration } = await on.call(setConnectorSecret, site.given, {
    ...confirm,
    ...on.inPerson({ elevated: true }),
  })
  id = integration.id as IntegrationId
  await on.call(selectIntegrationTarget, { id, type: 'site', externalId: 'site1' }, confirm)
  await on.call(selectIntegrationTarget, { id, type: 'collection', externalId: 'posts' }, confirm)
})
afterEach(() => site.close())

const look = async () => (await on.call(getIntegration, { id })).integration
const sites = () => on.call(listIntegrationTargets, { id, type: 'site' })

test.each([
  ['a read', () => sites()],
  ['a choice', () => on.call(selectIntegrationTarget, { id, type: 'site', externalId: 'site2' }, confirm)],
  ['a mapping', () => on.call(updateCmsFieldMapping, { id, mapping: {} }, confirm)],
])('a credential that %s finds refused is known as refused, although the call fails', async (_name, ask) => {
  site.fail(() => true, { status: 401 })

  await expect(ask()).rejects.toMatchObject({ code: 'auth_expired' })

  expect(await look()).toMatchObject({ state: 'auth_expired', lastError: { code: 'auth_expired' } })
  const before = site.requests.length
  await expect(sites()).rejects.toMatchObject({ code: 'auth_expired' })
  expect(site.requests.length).toBe(before)
})

test('a rehearsal that finds it refused changes nothing', async () => {
  site.fail(() => true, { status: 401 })

  const rehearsed = on.call(updateCmsFieldMapping, { id, mapping: {} }, { dryRun: true })

  await expect(rehearsed).rejects.toMatchObject({ code: 'auth_expired' })
  expect(await look()).toMatchObject({ state: 'connected', lastError: null })
})

test('three failed calls in a row are a degraded connection, and the next answer ends that', async () => {
  site.fail(() => true, { status: 500 }, { status: 500 }, { status: 500 })
  for (let n = 0; n < 3; n++) await expect(sites()).rejects.toMatchObject({ code: 'upstream_failed' })
  expect(await look()).toMatchObject({ state: 'degraded', lastError: { code: 'upstream_failed' } })

  expect((await sites()).total).toBe(2)

  expect(await look()).toMatchObject({ state: 'connected' })
})
