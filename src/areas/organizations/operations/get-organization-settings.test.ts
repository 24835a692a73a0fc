import { expect, test } from 'vitest'

import { getOrganizationSettings } from '#areas/organizations/operations/get-organization-settings.ts'
import { stage } from '#test/stage.ts'

test('what is not set has its default', async () => {
  const { call } = await stage({ role: 'viewer' })

  const settings = await call(getOrganizationSettings, {})

  expect(settings).toMatchObject({
    brand: { name: null, aliases: [], domains: [], description: null, audience: null, competitorsSeed: [] },
    defaults: {
      articleType: null,
      writingStyle: null,
      authorId: null,
      collectionId: null,
      publishTime: null,
      socialImageId: null,
    },
    publishingPolicy: {
      minWarningsSeverityToBlock: 'none',
      requireApproval: false,
      fourEyes: false,
      confirmLiveEdits: false,
    },
    urlTemplates: { articles: '/articles/{slug}', glossary: '/glossary/{slug}' },
    exposeUnpublished: true,
    collectViews: false,
    notificationRoutes: { jobDone: 'none', published: 'none' },
    version: 1,
  })
})
