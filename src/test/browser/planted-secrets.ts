import { createHash, randomBytes } from 'node:crypto'

import { type Page, request } from '@playwright/test'

import { formsOf } from '#test/secret-forms.ts'
import { openEcho } from '#test/standins/echo.ts'

import type { Installation } from './installed-server.ts'
import { personOf } from './person-calls.ts'

/**
 * Gives an organization a secret of each kind that a person stores, at services that repeat what they are given, and collects
 * whatever a page is sent from then on. `found` says which of them came since it was asked before, or are in the page that is open.
 */
export async function plantSecrets(page: Page, installation: Installation) {
  const services = await openEcho()
  const { url } = services
  // In a session of its own: signing in and proving it again end the one before, which all tests of the file have.
  const apart = await request.newContext({ baseURL: installation.origin, storageState: { cookies: [], origins: [] } })
  const { email, password: proof } = installation.owner
  await apart.post('/app/session', { data: { email, password: proof } })
  await apart.post('/app/session/elevation', { data: { password: proof } })
  const person = personOf(apart, installation)
  const secrets = new Map([
    ['the password of a site', newSecret()],
    ['the address of a channel', newSecret()],
    ['what signs deliveries', randomBytes(32).toString('base64')],
    ['the key of a model', newSecret()],
  ])
  const [password, hook, signing, modelKey] = [...secrets.values()]
  const connect = async (provider: string, settings: object, secret: object) =>
    (await person('setConnectorSecret', { provider, settings, secret }, { confirm: true })).integration.id as string
  const site = await connect('wordpress', { siteUrl: url }, { username: 'editor', applicationPassword: password })
  const chat = await connect('teams', {}, { webhookUrl: `${url}/workflows/${hook}` })
  await connect('webhook', { url: `${url}/own` }, { signingSecret: `whsec_${signing}` })
  await person('setLlmProviderKey', { provider: 'openai_compatible', key: modelKey, baseUrl: url }, { confirm: true })
  const { secret: key } = await person('createApiKey', { name: 'Planted', scopes: ['content:read'] }, { confirm: true })
  secrets.set('the secret of a key', key)
  secrets.set('the hash of a key', createHash('sha256').update(key).digest('hex'))
  for (const { name, value } of installation.storageState.cookies) secrets.set(`the cookie ${name}`, value)
  secrets.set('a password', installation.owner.password)
  // What the services answer, with the secrets in it, is now the last fault of each.
  await person('testIntegration', { id: site, probe: 'write' }, { confirm: true })
  await person('sendChatMessage', { id: chat, text: 'Hello' }, { confirm: true }).catch(() => undefined)
  await apart.dispose()

  const texts: Promise<string>[] = []
  page.on('response', (answer) => {
    if (/json|html/.test(answer.headers()['content-type'] ?? '')) texts.push(answer.text().catch(() => ''))
  })
  return {
    async found(): Promise<string[]> {
      const all = [await page.content(), ...(await Promise.all(texts.splice(0)))]
      return [...secrets]
        .filter(([, secret]) => formsOf(secret).some((form) => all.some((text) => text.includes(form))))
        .map(([what]) => what)
    },
    close: () => services.close(),
  }
}

const newSecret = () => randomBytes(20).toString('hex')
