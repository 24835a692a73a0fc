import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { formsOf } from './secret-forms.ts'
import { openServer, type TestServer } from './server.ts'
import { openEcho } from './standins/echo.ts'

// A whole server, next to other tests on a small machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const canaries = {
  password: 'canary4application7password',
  botToken: 'xoxb-canary-of-a-bot-token',
  hook: 'canary4the8hook7of4teams',
  signing: Buffer.from('canary of an own signing secret!').toString('base64'),
  key: 'canary4of8indexnow',
}
let service: Awaited<ReturnType<typeof openEcho>>
let server: TestServer
/** Everything that came out of the server. */
const out: { where: string; text: string }[] = []

beforeAll(async () => {
  service = await openEcho()
  const { url } = service
  server = await openServer({ ALLOW_PRIVATE_NETWORK: '127.0.0.0/8', SLACK_BASE_URL: url, INDEXNOW_BASE_URL: url })
})
afterAll(async () => {
  await server.close()
  await service.close()
})

test('what services echo of a credential is in no answer, record or line of the log', async () => {
  const { cookie } = await server.addOrganization('Echo Media')
  const call = async (operation: string, input: object) => {
    const answer = await server.client.inApp(cookie, operation, input, { confirm: true })
    out.push({ where: operation, text: answer.text })
    return answer
  }
  const connect = async (provider: string, settings: object, secret: object) => {
    const answer = await call('setConnectorSecret', { provider, settings, secret })
    expect(answer.status, `${provider}: ${answer.text}`).toBe(200)
    return answer.json.result.integration.id as string
  }
  const { url } = service
  const wordpress = await connect(
    'wordpress',
    { siteUrl: url },
    { username: 'editor', applicationPassword: canaries.password },
  )
  const slack = await connect('slack', {}, { botToken: canaries.botToken })
  const teams = await connect('teams', {}, { webhookUrl: `${url}/workflows/${canaries.hook}` })
  await connect('webhook', { url: `${url}/own` }, { signingSecret: `whsec_${canaries.signing}` })
  await connect('indexnow', { keyLocation: `${url}/${canaries.key}.txt` }, { key: canaries.key })

  await call('listIntegrationTargets', { id: slack, type: 'channel' })
  await call('selectIntegrationTarget', { id: slack, type: 'channel', externalId: 'C1' })
  for (const id of [slack, teams])
    expect((await call('sendChatMessage', { id, text: 'Hello' })).json.error.code).toBe('target_rejected')
  await call('submitIndexNow', { urls: [`${url}/a`] })
  await call('testIntegration', { id: wordpress, probe: 'write' })
  await call('setContentMode', { mode: 'wordpress' })
  const article = { collectionId: 'articles', title: 'Tides', content: 'Text.', status: 'published' }
  const { item, jobId } = (await call('createItem', article)).json.result
  const stateOf = async () => (await call('getItem', { id: item.id })).json.result.item.externalState
  await expect.poll(stateOf, { timeout: 60_000, interval: 500 }).toBe('failed')
  await call('getJob', { jobId })
  await call('setContentMode', { mode: 'webhook' })
  await call('updateItem', { id: item.id, title: 'Ebb' })
  const attempts = async () => (await call('listDeliveries', { state: 'failed' })).json.result.total
  await expect.poll(attempts, { timeout: 60_000, interval: 500 }).toBeGreaterThan(1)
  service.refuse()
  await call('testIntegration', { id: wordpress })
  const again = {
    provider: 'wordpress',
    integrationId: wordpress,
    secret: { username: 'editor', applicationPassword: canaries.password },
  }
  expect((await call('setConnectorSecret', again)).json.error.code).toBe('target_rejected')
  for (const id of [wordpress, slack, teams]) await call('getIntegration', { id })
  for (const operation of ['listIntegrations', 'getConnectorState', 'getDashboard', 'listJobs', 'listAgentAuditLog'])
    await call(operation, operation === 'listAgentAuditLog' ? { pageSize: 100 } : {})
  out.push({ where: 'the log', text: await server.logged() })

  // The service did echo each of them.
  for (const echoed of [canaries.password, canaries.botToken, canaries.hook]) expect(service.said()).toContain(echoed)
  const found = out.flatMap(({ where, text }) =>
    Object.values(canaries).flatMap((canary) =>
      formsOf(canary).flatMap((form) => (text.includes(form) ? [`${form} in ${where}: ${text.slice(0, 2000)}`] : [])),
    ),
  )
  expect(found).toEqual([])
})
