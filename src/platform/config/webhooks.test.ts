import { expect, test } from 'vitest'

import { configuredWebhooks } from '#main/configured-webhooks.ts'

import { readConfig } from './config.ts'
import { describeConfig } from './describe-config.ts'

const secret = `whsec_${Buffer.alloc(24, 'canary').toString('base64')}`
const entry = { webhookUrl: 'https://site.example/api/revalidate?canary', webhookSecret: secret }
const json = (value: unknown) => ({ CONTENT_REVALIDATION_WEBHOOKS: JSON.stringify(value) })

test('entries count before the single website, which belongs to one organization or to all others', () => {
  const single = {
    CONTENT_REVALIDATION_WEBHOOK_URL: 'https://single.example/hook',
    CONTENT_REVALIDATION_WEBHOOK_SECRET: 'any text',
  }
  const of = (env: Record<string, string>, id: string) => configuredWebhooks(readConfig(env).config.webhooks)(id)

  expect(of({ ...json({ org_a: { ...entry, legacyHeader: 'Authorization' } }), ...single }, 'org_a')).toMatchObject({
    url: entry.webhookUrl,
    legacyHeader: 'authorization',
  })
  expect(of({ ...json({ org_a: entry }), ...single }, 'org_b')?.url).toBe('https://single.example/hook')
  const named = { ...single, CONTENT_REVALIDATION_ORGANIZATION_ID: 'org_c' }
  expect([of(named, 'org_b'), of(named, 'org_c')?.url]).toEqual([undefined, 'https://single.example/hook'])
  expect(of({}, 'org_a')).toBeUndefined()
})

test.each([
  ['{', 'is not JSON'],
  ['[]', 'is not a JSON object'],
  [JSON.stringify({ org_a: 'x' }), 'entry 1 is not an object'],
  [JSON.stringify({ org_a: entry, org_b: { ...entry, webhookUrl: 'canary' } }), 'entry 2 has a webhookUrl that is not'],
  [JSON.stringify({ org_a: { ...entry, webhookUrl: 'https://canary:canary@site.example/' } }), 'user name or password'],
  [JSON.stringify({ org_a: { ...entry, webhookUrl: 'https://site.example/#canary' } }), 'contains a fragment'],
  [JSON.stringify({ org_a: { ...entry, webhookUrl: 'http://site.example/canary' } }), 'Only https addresses'],
  [JSON.stringify({ org_a: { ...entry, webhookUrl: 'https://10.0.0.1/canary' } }), 'not on the public internet'],
  [JSON.stringify({ org_a: { webhookUrl: entry.webhookUrl } }), 'a webhookSecret that is missing'],
  [JSON.stringify({ org_a: { ...entry, webhookSecret: 'whsec_canary' } }), 'base64 of 24 to 64 bytes'],
  [JSON.stringify({ org_a: { ...entry, legacyHeader: 'canary' } }), 'a legacyHeader that is neither'],
  [JSON.stringify({ org_a: { ...entry, legacyHeader: 'authorization', webhookSecret: 'can\nary' } }), 'in a header'],
  [JSON.stringify({ org_a: { ...entry, canary: 1 } }), 'a field other than'],
])('%s stops the start without being shown', (value, fault) => {
  let message = ''
  try {
    readConfig({ CONTENT_REVALIDATION_WEBHOOKS: value, PORT: 'canary' })
  } catch (error) {
    message = String(error)
  }

  expect(message).toContain('PORT')
  expect(message).toContain(fault)
  expect(message).not.toContain('canary')
})

test('a private address is taken where its network is opened', () => {
  const env = json({ org_a: { ...entry, webhookUrl: 'http://10.0.0.1:4000/hook' } })

  expect(() => readConfig({ ...env, ALLOW_PRIVATE_NETWORK: '10.0.0.0/8' })).not.toThrow()
})

test('the single website needs both of its settings', () => {
  expect(() => readConfig({ CONTENT_REVALIDATION_WEBHOOK_URL: 'https://a.example/' })).toThrow('SECRET is missing')
  expect(() => readConfig({ CONTENT_REVALIDATION_WEBHOOK_SECRET: 'x' })).toThrow('WEBHOOK_URL is missing')
  expect(() => readConfig({ CONTENT_REVALIDATION_ORGANIZATION_ID: 'org_a' })).toThrow('WEBHOOK_URL is missing')
})

test('what is printed of it is masked', () => {
  const { config } = readConfig({
    ...json({ org_a: entry }),
    CONTENT_REVALIDATION_WEBHOOK_URL: 'https://a.example/canary',
    CONTENT_REVALIDATION_WEBHOOK_SECRET: 'canary',
  })

  expect(JSON.stringify([config, describeConfig(config)])).not.toMatch(/canary|Y2FuYXJ5/)
})
