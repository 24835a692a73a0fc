import {
  agreeAtGoogle,
  connectIndexNow,
  connectSlack,
  connectWebsite,
  connectWordpress,
} from '#test/sample-connections.ts'
import { newDelivery, newItem } from '#test/sample-records.ts'
import { sampleWordpress } from '#test/standins/sample-wordpress.ts'

import type { Samples } from './sample.ts'

/** Somebody comes back who did not agree, or whose attempt nobody knows. */
const refused = async () => ({
  input: { state: 'state', error: 'access_denied' },
  other: { state: 'another', error: 'access_denied' },
})

export const integrationsSamples: Samples<'integrations'> = {
  updateIntegrationSettings: async () => ({
    input: { id: 'revalidation', settings: { webhookUrl: 'https://www.example.com/api/revalidate' } },
    other: { id: 'revalidation', settings: { notifySearchEngines: false } },
  }),
  testIntegration: async (on) => {
    await connectWebsite(on)
    return { input: { id: 'revalidation' }, other: { id: 'revalidation', probe: 'write' } }
  },
  listDeliveries: async () => ({ input: { state: 'queued' } }),
  retryDelivery: async (on) => ({
    input: { deliveryIds: [await newDelivery(on)] },
    ids: ['deliveryIds'],
    other: { deliveryIds: [await newDelivery(on)] },
  }),
  getIntegration: async (on) => ({ input: { id: await connectWordpress(on) } }),
  updateCmsFieldMapping: async (on) => ({
    input: { id: await connectWordpress(on), mapping: { excerpt: null } },
    ids: ['id'],
    other: { id: await connectWordpress(on), mapping: { tags: null } },
  }),
  disconnectIntegration: async (on) => {
    const id = await connectWordpress(on)
    return { input: { id }, ids: ['id'], other: { id, deleteSecrets: false } }
  },
  pushItemToCms: async (on) => {
    await connectWordpress(on, { asMode: true })
    return {
      input: { itemIds: [await newItem(on)], as: 'draft' },
      ids: ['itemIds'],
      other: { itemIds: [await newItem(on)], as: 'draft' },
    }
  },
  setContentMode: async (on) => {
    const integrationId = await connectWordpress(on)
    return { input: { mode: 'wordpress', integrationId }, ids: ['integrationId'], other: { mode: 'headless' } }
  },
  setConnectorSecret: async (on) => {
    const { given } = await sampleWordpress()
    await on.rows(({ db }) => db.deleteFrom('integration').execute())
    return { input: given, other: { ...given, displayName: 'Blog' } }
  },
  startOAuthConnection: async (on) => {
    await on.rows(({ db }) => db.deleteFrom('integration').execute())
    return { input: { provider: 'google_search_console' } }
  },
  googleOAuthCallback: async (on) => ({ input: await agreeAtGoogle(on), other: { state: 'another', code: 'code' } }),
  slackOAuthCallback: refused,
  webflowOAuthCallback: refused,
  shopifyOAuthCallback: refused,
  listIntegrationTargets: async (on) => ({ input: { id: await connectSlack(on), type: 'channel' }, ids: ['id'] }),
  selectIntegrationTarget: async (on) => {
    const id = await connectSlack(on)
    return {
      input: { id, type: 'channel', externalId: 'C1' },
      ids: ['id'],
      other: { id, type: 'channel', externalId: 'C2' },
    }
  },
  sendChatMessage: async (on) => {
    const id = await connectSlack(on, { channel: true })
    return { input: { id, text: 'Hello' }, ids: ['id'], other: { id, text: 'Hello again' } }
  },
  submitIndexNow: async (on) => {
    const url = await connectIndexNow(on)
    return { input: { urls: [`${url}/a`] }, other: { urls: [`${url}/b`] } }
  },
  createWebhookSecret: async (on) => {
    await on.rows(({ db }) => db.deleteFrom('webhook_secret').execute())
    return { input: {} }
  },
  rotateRevalidationSecret: async (on) => {
    await connectWebsite(on)
    return { input: {} }
  },
}
