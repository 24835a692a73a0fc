import { newInvitation, newMember, nextNumber } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const organizationsSamples: Samples<'organizations'> = {
  updateOrganizationSettings: async () => ({ input: { name: 'Renamed' }, other: { timezone: 'Europe/Berlin' } }),
  listMembers: async () => ({ input: {} }),
  updateMemberRole: async (on) => ({
    input: { userId: await newMember(on), role: 'editor' },
    ids: ['userId'],
    other: { userId: await newMember(on), role: 'viewer' },
  }),
  removeMember: async (on) => ({
    input: { userId: await newMember(on), reassignContentTo: await newMember(on) },
    ids: ['userId', 'reassignContentTo'],
    other: { userId: await newMember(on) },
  }),
  inviteMember: async () => ({
    input: { email: `guest-${nextNumber()}@example.com`, role: 'author', message: 'Welcome.' },
    other: { email: `guest-${nextNumber()}@example.com`, role: 'viewer' },
  }),
  resendInvitation: async (on) => ({
    input: { invitationId: await newInvitation(on) },
    ids: ['invitationId'],
    other: { invitationId: await newInvitation(on) },
  }),
  cancelInvitation: async (on) => ({
    input: { invitationId: await newInvitation(on) },
    ids: ['invitationId'],
    other: { invitationId: await newInvitation(on) },
  }),
  leaveOrganization: async (on) => {
    await newMember(on, 'owner')
    return { input: {} }
  },
  transferOwnership: async (on) => ({
    input: { userId: await newMember(on) },
    ids: ['userId'],
    other: { userId: await newMember(on) },
  }),
  deleteOrganization: async () => ({ input: { name: 'Organization of the test' }, other: { name: 'Another' } }),
}
