import { z } from 'zod'

import { organizationsOf } from '#areas/account/people/people.ts'
import { plans } from '#kernel/entitlement.ts'
import { procedure } from '#kernel/procedure.ts'
import { id } from '#kernel/schema.ts'
import { roles } from '#kernel/scope.ts'

export const listMyOrganizations = procedure({
  name: 'listMyOrganizations',
  title: 'List my organizations',
  summary: 'The organizations that you are a member of, with your role in each, by name.',
  excluded: 'cross_organization',
  instead: 'use the organization menu of the web application',
  asks: 'person',
  risk: 'read',
  input: z.strictObject({}),
  output: z.object({
    activeOrganizationId: id('organization').nullable(),
    organizations: z.array(
      z.object({
        id: id('organization'),
        slug: z.string(),
        name: z.string(),
        role: z.enum(roles),
        plan: z.enum(plans),
        suspended: z.boolean().describe('Its agents are refused until the operator of the installation lifts it'),
      }),
    ),
  }),

  async handle({ db, person }) {
    const organizations = await organizationsOf(db, person.userId)
    return { activeOrganizationId: person.activeOrganizationId, organizations }
  },
})
