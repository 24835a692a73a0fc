import { expect, test } from 'vitest'

import { cleanAuthorization, cleanTokenRequest, isOurResource } from './parameters.ts'

const base = 'https://cms.example.com'
const authorization = (query: string) => Object.fromEntries(cleanAuthorization(new URLSearchParams(query), base))

test.each(['', '/', '/mcp', '/mcp/', '/mcp?areas=content', '/mcp/?mode=search', '/v2', '/v2/'])(
  '%s is a name of the resource',
  (path) => {
    expect(isOurResource(`${base}${path}`, base)).toBe(true)
  },
)

test.each([
  'https://cms.example.com.evil.example.com',
  'https://cms.example.com/v1',
  'https://cms.example.com/v2?a=1',
  'https://cms.example.com?a=1',
  'https://cms.example.com/mcp/x',
  'http://cms.example.com/mcp',
  'https://cms.example.com//mcp',
  'x',
])('%s is none', (resource) => {
  expect(isOurResource(resource, base)).toBe(false)
})

test('several names of the resource are one', () => {
  const cleaned = cleanAuthorization(
    new URLSearchParams([
      ['resource', base],
      ['resource', `${base}/v2`],
      ['resource', ''],
    ]),
    base,
  )

  expect(cleaned.getAll('resource')).toEqual([`${base}/mcp`])
})

test.each([
  ['', 'org:read content:read'],
  ['scope=', 'org:read content:read'],
  ['scope=openid+profile', 'org:read content:read'],
  ['scope=offline_access', 'org:read content:read offline_access'],
  ['scope=openid+content%3Awrite+everything+content%3Awrite', 'content:write'],
  ['scope=asv%3Arun+offline_access', 'asv:run offline_access'],
])('an authorization request with %s asks for %s', (query, scope) => {
  expect(authorization(query)['scope']).toBe(scope)
})

test('what means something beside openid alone is left out, and choosing an account is the page’s own business', () => {
  expect(
    authorization('nonce=a&max_age=0&claims=%7B%7D&id_token_hint=x&prompt=select_account+consent&state=s'),
  ).toEqual({
    scope: 'org:read content:read',
    prompt: 'consent',
    state: 's',
  })
  expect(authorization('prompt=select_account')).not.toHaveProperty('prompt')
})

test('a token request loses the scopes that no token has', () => {
  const cleaned = (scope: string) => cleanTokenRequest(new URLSearchParams({ scope }), base).get('scope')

  expect(cleaned('org:read offline_access openid')).toBe('org:read')
  expect(cleaned('offline_access')).toBeNull()
  expect(cleaned('org:read everything')).toBe('org:read everything')
})
