import { cancelInvitation } from './operations/cancel-invitation.ts'
import { deleteOrganization } from './operations/delete-organization.ts'
import { getOrganizationSettings } from './operations/get-organization-settings.ts'
import { getOrganization } from './operations/get-organization.ts'
import { inviteMember } from './operations/invite-member.ts'
import { leaveOrganization } from './operations/leave-organization.ts'
import { listInvitations } from './operations/list-invitations.ts'
import { listMembers } from './operations/list-members.ts'
import { removeMember } from './operations/remove-member.ts'
import { resendInvitation } from './operations/resend-invitation.ts'
import { transferOwnership } from './operations/transfer-ownership.ts'
import { updateMemberRole } from './operations/update-member-role.ts'
import { updateOrganizationSettings } from './operations/update-organization-settings.ts'
import { acceptInvitation } from './procedures/accept-invitation.ts'
import { createOrganization } from './procedures/create-organization.ts'
import { getInvitation } from './procedures/get-invitation.ts'

export { hasCommonWord, isCalledByWord } from './common-words.ts'
export { contentSwitch, requireNoSwitch } from './content-switch.ts'
export { adminAddresses, firstOwner } from './members.ts'
export { type ContentMode, contentModes, knownPreset, type Presets, presetsOf, requirePresets } from './presets.ts'
export { findReviewers, type Reviewer } from './reviewers.ts'
export {
  collectsViews,
  filledSettings,
  getSettings,
  lockSettings,
  saveContentMode,
  replaceDefaultAuthor,
  replaceSocialImage,
  type Settings,
  settingsAsked,
} from './settings.ts'

export const operations = [
  getOrganization,
  getOrganizationSettings,
  updateOrganizationSettings,
  listMembers,
  updateMemberRole,
  removeMember,
  listInvitations,
  inviteMember,
  resendInvitation,
  cancelInvitation,
  leaveOrganization,
  transferOwnership,
  deleteOrganization,
] as const
export const procedures = [getInvitation, acceptInvitation, createOrganization] as const
