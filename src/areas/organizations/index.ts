import { getOrganizationSettings } from './operations/get-organization-settings.ts'
import { getOrganization } from './operations/get-organization.ts'
import { listMembers } from './operations/list-members.ts'
import { updateOrganizationSettings } from './operations/update-organization-settings.ts'

export { articleTypes, contentModes, writingStyles } from './presets.ts'
export { getSettings, replaceDefaultAuthor, type Settings } from './settings.ts'

export const operations = [getOrganization, getOrganizationSettings, updateOrganizationSettings, listMembers] as const
