import { z } from 'zod'

import { countEverything } from '#areas/organizations/counts.ts'
import { contentModes } from '#areas/organizations/presets.ts'
import { getName, getSettings } from '#areas/organizations/settings.ts'
import { plans } from '#kernel/entitlement.ts'
import { operation } from '#kernel/operation.ts'
import { id, title } from '#kernel/schema.ts'
import { roles } from '#kernel/scope.ts'

export const getOrganization = operation({
  name: 'getOrganization',
  title: 'Get the organization',
  summary: 'Returns name, website, plan, content mode, locale and counts, and the role of the caller.',
  scope: 'org:read',
  risk: 'read',
  examples: [{ title: 'The organization of the credential', input: {} }],
  input: z.strictObject({}),
  output: z.object({
    id: id('organization'),
    name: title(120),
    slug: z.string(),
    siteUrl: z.string().nullable(),
    plan: z.enum(plans),
    contentMode: z.enum(contentModes),
    locale: z.string(),
    timezone: z.string(),
    counts: z.object({
      items: z.object({
        total: z.int().describe('Without the trash'),
        draft: z.int(),
        scheduled: z.int(),
        published: z.int(),
        trashed: z.int(),
      }),
      collections: z.int().describe('Enabled collections'),
      categories: z.int(),
      tags: z.int(),
      authors: z.int(),
      media: z.int(),
      topics: z.int(),
      contextEntries: z.int(),
      members: z.int(),
    }),
    myRole: z.enum(roles),
    version: z.int().describe('Version of the settings'),
  }),

  async handle({ db, access: { organization, role } }) {
    const { siteUrl, contentMode, locale, timezone, version } = await getSettings(db)
    const name = await getName(db)
    const counts = await countEverything(db)

    const { id: organizationId, slug, plan } = organization
    const facts = { id: organizationId, name, slug, siteUrl, plan, contentMode, locale, timezone }
    return { ...facts, counts, myRole: role, version }
  },
})
