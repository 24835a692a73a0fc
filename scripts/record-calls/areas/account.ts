import { callOperation } from '../operation-calls.ts'
import type { Scene } from '../scene.ts'

export async function readAccount(scene: Scene): Promise<void> {
  const { owner } = scene
  await callOperation(scene, 'getProfile', {})
  await callOperation(scene, 'getBillingStatus', {})
  await callOperation(scene, 'listCreditTransactions', { reason: 'grant' })
  await callOperation(scene, 'getOrganization', {})
  await callOperation(scene, 'getOrganizationSettings', {})
  await callOperation(scene, 'listApiKeys', { search: 'without content', pageSize: 3 })
  await owner.v2('listApiKeys', { status: 'active', scope: 'org:write', pageSize: 2, page: 2 })
  await callOperation(scene, 'getOnboardingStatus', {})
  await callOperation(
    scene,
    'completeOnboardingStep',
    { step: 'contentMode', state: 'done' },
    { other: { step: 'brand', state: 'skipped' } },
  )
  const { id } = await scene.inApp('createApiKey', { name: 'To be revoked', scopes: ['content:read'] })
  await callOperation(scene, 'revokeApiKey', { keyId: id }, { foreign: true, other: { keyId: 'key_unknown' } })
  const { operations } = scene
  for (const name of ['createApiKey', 'signIn', 'approveCall', 'deleteOrganization'])
    if (!operations.has(name)) await owner.v2(name, {}, { confirm: true })
}

export async function changeMembers(scene: Scene): Promise<void> {
  const { owner, members } = scene
  await callOperation(scene, 'listMembers', { search: 'the ' })
  await owner.v2('listMembers', { role: 'owner' })
  const { invitation } = await callOperation(
    scene,
    'inviteMember',
    { email: 'guest@example.com', role: 'author', message: 'Welcome.' },
    { other: { email: 'other@example.com', role: 'viewer' } },
  )
  await callOperation(scene, 'listInvitations', { status: 'pending' })
  await callOperation(
    scene,
    'resendInvitation',
    { invitationId: invitation.id },
    { foreign: true, other: { invitationId: 'inv_unknown' } },
  )
  await callOperation(
    scene,
    'cancelInvitation',
    { invitationId: invitation.id },
    { foreign: true, other: { invitationId: 'inv_unknown' } },
  )
  const { userId } = members.viewer
  await callOperation(
    scene,
    'updateMemberRole',
    { userId, role: 'author' },
    { foreign: true, other: { userId, role: 'editor' } },
  )
  await owner.v2('updateMemberRole', { userId, role: 'viewer' }, { confirm: true })
  await owner.v2('updateMemberRole', { userId, role: 'owner' }, { confirm: true })
}

export async function readLog(scene: Scene): Promise<void> {
  const { owner } = scene
  const { items } = await callOperation(scene, 'listAgentAuditLog', { operation: 'updateItem', pageSize: 3 })
  await callOperation(scene, 'getAgentAuditRecord', { requestId: items[0].requestId }, { foreign: true })
  for (const input of [
    { status: 'rejected', pageSize: 4 },
    { risk: 'destructive', pageSize: 3 },
    { status: 'replayed', pageSize: 2 },
    { actorKind: 'person', pageSize: 5 },
    { search: 'confirmation_required', pageSize: 3, page: 2 },
  ])
    await owner.v2('listAgentAuditLog', input)
}

export async function connect(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  await callOperation(scene, 'getConnectorState', {})
  await owner.v2('testIntegration', { id: 'revalidation' }, { confirm: true })
  await callOperation(
    scene,
    'updateIntegrationSettings',
    { id: 'revalidation', settings: { webhookUrl: `${scene.website}/api/revalidate`, notifySearchEngines: false } },
    { other: { id: 'revalidation', settings: { notifySearchEngines: true } } },
  )
  await owner.v2('getConnectorState', {})
  await scene.inApp('createWebhookSecret', {})
  await callOperation(
    scene,
    'testIntegration',
    { id: 'revalidation', itemId: ids.get('item five-knots') },
    { other: { id: 'revalidation', probe: 'write' } },
  )
  await owner.v2('updateItem', { id: ids.get('item tide-tables'), excerpt: 'High water is a time.' })
  await owner.v2('updateItem', { id: ids.get('item tide-tables'), excerpt: 'High water is no height.' })
  await owner.v2('publishItem', { id: ids.get('item trash-two') }, { confirm: true })
  const { items } = await callOperation(scene, 'listDeliveries', { state: 'queued' })
  await callOperation(
    scene,
    'cancelJob',
    { jobId: await jobOf(scene) },
    { foreign: true, other: { jobId: 'job_unknown' } },
  )
  const deliveryIds = [items[0].id]
  await owner.v2('retryDelivery', { deliveryIds }, { confirm: true })
  await scene.stranger.v2('retryDelivery', { deliveryIds }, { confirm: true })
}

/** A job that nobody runs: there is no worker. */
async function jobOf({ owner }: Scene): Promise<string> {
  const { jobId } = await owner.result('exportItems', { format: 'csv' }, { idempotencyKey: 'to-be-canceled' })
  return jobId
}
