import { migrateContent } from './jobs/migrate-content.ts'
import { nightlyWork } from './jobs/nightly-work.ts'
import { pushItems } from './jobs/push-items.ts'
import { sendNotices } from './jobs/send-notices.ts'
import { tellOfItems } from './jobs/tell-of-items.ts'
import { createWebhookSecret } from './operations/create-webhook-secret.ts'
import { disconnectIntegration } from './operations/disconnect-integration.ts'
import { getConnectorState } from './operations/get-connector-state.ts'
import { getIntegration } from './operations/get-integration.ts'
import { listDeliveries } from './operations/list-deliveries.ts'
import { listIntegrationTargets } from './operations/list-integration-targets.ts'
import { listIntegrations } from './operations/list-integrations.ts'
import {
  googleOAuthCallback,
  shopifyOAuthCallback,
  slackOAuthCallback,
  webflowOAuthCallback,
} from './operations/oauth-callbacks.ts'
import { pushItemToCms } from './operations/push-item-to-cms.ts'
import { retryDelivery } from './operations/retry-delivery.ts'
import { rotateRevalidationSecret } from './operations/rotate-revalidation-secret.ts'
import { selectIntegrationTarget } from './operations/select-integration-target.ts'
import { sendChatMessage } from './operations/send-chat-message.ts'
import { setConnectorSecret } from './operations/set-connector-secret.ts'
import { setContentMode } from './operations/set-content-mode.ts'
import { startOAuthConnection } from './operations/start-o-auth-connection.ts'
import { submitIndexNow } from './operations/submit-index-now.ts'
import { testIntegration } from './operations/test-integration.ts'
import { updateCmsFieldMapping } from './operations/update-cms-field-mapping.ts'
import { updateIntegrationSettings } from './operations/update-integration-settings.ts'
export { createAnnounce } from './announce.ts'
export {
  type AttentionList,
  attentionOutput,
  joined,
  listed,
  mostOfKind,
  told,
  troublesOf,
  withTotal,
} from './attention.ts'
export { askService, noteFault, noteSuccess, refusalOf } from './connections/faults.ts'
export { findOfProvider, type IntegrationRow } from './connections/integration-rows.ts'
export { openConnection, requireUsable } from './connections/open-connection.ts'
export { organizationOfState } from './connections/sign-in.ts'
export { patienceMs } from './copies/push-pace.ts'
export { pauseForQuota } from './pace.ts'
export { createNotify } from './notices/notify.ts'
export { signInCallbacks } from './operations/oauth-callbacks.ts'
export { removeOrphans } from './copies/announce-copies.ts'
export { type Claimed, claimDeliveries, giveBack, nextDelivery, reclaimLost } from './claim-deliveries.ts'
export { nightlyWork, startAtNight } from './jobs/nightly-work.ts'
export { removeOldDeliveries } from './deliveries.ts'
export { findHeld, markDelivery, markUnconnected, redirectDelivery } from './mark-delivery.ts'
export { type Pace, usualPace } from './pace.ts'
export { sendMessage } from './send-delivery.ts'
export { createShownChanged } from './shown-changed.ts'
export { findSignedTarget } from './webhook-target.ts'

export const operations = [
  getConnectorState,
  updateIntegrationSettings,
  testIntegration,
  listDeliveries,
  retryDelivery,
  disconnectIntegration,
  getIntegration,
  listIntegrations,
  pushItemToCms,
  listIntegrationTargets,
  selectIntegrationTarget,
  sendChatMessage,
  submitIndexNow,
  setConnectorSecret,
  startOAuthConnection,
  googleOAuthCallback,
  slackOAuthCallback,
  webflowOAuthCallback,
  shopifyOAuthCallback,
  setContentMode,
  updateCmsFieldMapping,
  createWebhookSecret,
  rotateRevalidationSecret,
] as const

export const jobs = [pushItems, migrateContent, nightlyWork, sendNotices, tellOfItems] as const
