import { expect, test } from 'vitest'

import { getConnectorState } from '#areas/integrations/operations/get-connector-state.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { stage } from '#test/stage.ts'

test('only what exists is told', async () => {
  const { call } = await stage()
  await call(updateOrganizationSettings, { contentMode: 'ghost' }, { confirm: true })

  expect(await call(getConnectorState, {})).toEqual({
    contentMode: 'ghost',
    integrations: [],
    revalidation: { configured: false, host: null, lastDelivery: null },
    llmProviders: [],
  })
  expect((await (await stage()).call(getConnectorState, {})).contentMode).toBe('headless')
})

test('it needs the scope of the organization', async () => {
  const { call } = await stage({ scopes: ['integrations:read'] })

  await expect(call(getConnectorState, {})).rejects.toMatchObject({ code: 'insufficient_scope' })
})
