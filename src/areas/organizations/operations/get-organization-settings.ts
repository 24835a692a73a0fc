import { z } from 'zod'

import { describeSettings } from '#areas/organizations/describe-settings.ts'
import { settingsOutput } from '#areas/organizations/settings-schema.ts'
import { operation } from '#kernel/operation.ts'

export const getOrganizationSettings = operation({
  name: 'getOrganizationSettings',
  title: 'Get the settings of the organization',
  summary: 'Returns the settings: brand, defaults, publishing policy, URL templates and the rest.',
  scope: 'org:read',
  risk: 'read',
  examples: [{ title: 'All settings', input: {} }],
  input: z.strictObject({}),
  output: settingsOutput,

  async handle({ db }) {
    return describeSettings(db)
  },
})
