import { createWebhookSecret } from './operations/create-webhook-secret.ts'
import { getConnectorState } from './operations/get-connector-state.ts'
import { listDeliveries } from './operations/list-deliveries.ts'
import { retryDelivery } from './operations/retry-delivery.ts'
import { rotateRevalidationSecret } from './operations/rotate-revalidation-secret.ts'
import { testIntegration } from './operations/test-integration.ts'
import { updateIntegrationSettings } from './operations/update-integration-settings.ts'

export { createAnnounce } from './announce.ts'
export { type Claimed, claimDeliveries, giveBack, nextDelivery, reclaimLost } from './claim-deliveries.ts'
export { removeOldDeliveries } from './deliveries.ts'
export { findHeld, markDelivery, markUnconnected, redirectDelivery } from './mark-delivery.ts'
export { type Pace, usualPace } from './pace.ts'
export { sendMessage } from './send-delivery.ts'
export { findSignedTarget } from './webhook-target.ts'

export const operations = [
  getConnectorState,
  updateIntegrationSettings,
  testIntegration,
  listDeliveries,
  retryDelivery,
  createWebhookSecret,
  rotateRevalidationSecret,
] as const
