import { connectWebsite, newDelivery } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

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
  createWebhookSecret: async (on) => {
    await on.rows(({ db }) => db.deleteFrom('webhook_secret').execute())
    return { input: {} }
  },
  rotateRevalidationSecret: async (on) => {
    await connectWebsite(on)
    return { input: {} }
  },
}
