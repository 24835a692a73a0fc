import { scopes } from '#kernel/scope.ts'

const known = new Set<string>([...scopes, 'offline_access'])
const defaultScope = 'org:read content:read'
/** They only have a meaning with `openid`, which is not offered: the library would refuse a request that has them. */
const onlyWithOpenId = ['acr_values', 'claims', 'claims_locales', 'id_token_hint', 'max_age', 'nonce']

/** The query of an authorization request as the library takes it. */
export function cleanAuthorization(query: URLSearchParams, baseUrl: string): URLSearchParams {
  const cleaned = new URLSearchParams([...query].filter(([name]) => !onlyWithOpenId.includes(name)))
  cleanResources(cleaned, baseUrl)
  if (cleaned.getAll('scope').length < 2) cleaned.set('scope', scopeAsked(cleaned.get('scope') ?? ''))
  // The page is always shown, and the account can be changed on it.
  const prompt = cleaned.get('prompt')
  if (prompt !== null)
    replace(
      cleaned,
      'prompt',
      wordsOf(prompt).filter((word) => word !== 'select_account'),
    )
  // The library knows this mode and would answer with a script; any other name is an unsupported mode to it.
  if (cleaned.get('response_mode') === 'form_post') cleaned.set('response_mode', 'form_post.unsupported')
  return cleaned
}

/** The body of a token request as the library takes it. */
export function cleanTokenRequest(body: URLSearchParams, baseUrl: string): URLSearchParams {
  const cleaned = new URLSearchParams(body)
  cleanResources(cleaned, baseUrl)
  // Clients repeat what they asked for, and these were never part of what they were given.
  const scope = cleaned.get('scope')
  if (scope !== null && cleaned.getAll('scope').length === 1)
    replace(
      cleaned,
      'scope',
      wordsOf(scope).filter((word) => !['offline_access', 'openid', 'profile'].includes(word)),
    )
  return cleaned
}

/** Whether a resource is one of the names of `{base}/mcp`. */
export function isOurResource(resource: string, baseUrl: string): boolean {
  const [path = ''] = resource.split('?')
  const plain = path.endsWith('/') ? path.slice(0, -1) : path
  if (plain === `${baseUrl}/mcp`) return true
  return !resource.includes('?') && (plain === baseUrl || plain === `${baseUrl}/v2`)
}

// All aliases are one resource, however often they are named. A foreign resource stays, and the library refuses it.
function cleanResources(parameters: URLSearchParams, baseUrl: string): void {
  const named = parameters.getAll('resource').filter((resource) => resource !== '')
  const resources = new Set(named.map((resource) => (isOurResource(resource, baseUrl) ? `${baseUrl}/mcp` : resource)))
  parameters.delete('resource')
  for (const resource of resources) parameters.append('resource', resource)
}

function scopeAsked(scope: string): string {
  const asked = wordsOf(scope).filter((word) => known.has(word))
  const isNothing = asked.every((word) => word === 'offline_access')
  return [...(isNothing ? wordsOf(defaultScope) : []), ...new Set(asked)].join(' ')
}

function replace(parameters: URLSearchParams, name: string, words: readonly string[]): void {
  if (words.length === 0) parameters.delete(name)
  else parameters.set(name, words.join(' '))
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}
