import { z } from 'zod'

import { showOrganization } from '#areas/account/sign-in/sessions.ts'
import { Refusal } from '#kernel/errors.ts'
import { procedure } from '#kernel/procedure.ts'
import { id } from '#kernel/schema.ts'

export const switchOrganization = procedure({
  name: 'switchOrganization',
  title: 'Switch to another organization',
  summary: 'Makes another of your organizations the active one of this session.',
  excluded: 'cross_organization',
  instead: 'use the organization menu of the web application',
  asks: 'person',
  risk: 'write',
  input: z.strictObject({ id: id('organization') }),
  output: z.object({ activeOrganizationId: id('organization') }),

  async handle({ db, person, concerns }, { id: organizationId }) {
    if (!(await showOrganization(db, person.sessionId, organizationId)))
      throw new Refusal('not_found', 'You are not a member of this organization. Choose another one.')
    concerns(organizationId, person.userId)
    return { activeOrganizationId: organizationId }
  },
})
