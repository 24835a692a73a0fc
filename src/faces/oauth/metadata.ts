import { resourceOf } from '#catalog/challenge.ts'
import { scopes } from '#kernel/scope.ts'

import { pathOf } from './pages.ts'

/**
 * The metadata documents by path (RFC 8414, RFC 9728; oauth.md#metadata-for-clients). The authorization server's path followed by
 * `/mcp` stays unknown: the issuer would not match.
 */
export function metadataDocuments(baseUrl: string, options: { clientDocuments: boolean }): ReadonlyMap<string, object> {
  const server = serverDocument(baseUrl, options)
  const path = pathOf(baseUrl)
  const documents: [string, object][] = [
    ['/.well-known/oauth-authorization-server', server],
    ['/.well-known/openid-configuration', server],
    ['/.well-known/oauth-protected-resource', resourceDocument(baseUrl, resourceOf(baseUrl))],
    ['/.well-known/oauth-protected-resource/mcp', resourceDocument(baseUrl, resourceOf(baseUrl))],
    ['/.well-known/oauth-protected-resource/v2', resourceDocument(baseUrl, `${baseUrl}/v2`)],
  ]
  if (path !== '') documents.push([`/.well-known/oauth-authorization-server${path}`, server])
  return new Map(documents)
}

function resourceDocument(baseUrl: string, resource: string): object {
  return {
    resource,
    authorization_servers: [baseUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Masthead',
    resource_documentation: `${baseUrl}/v2/openapi.json`,
  }
}

function serverDocument(baseUrl: string, { clientDocuments }: { clientDocuments: boolean }): object {
  const methods = ['none', 'client_secret_basic', 'client_secret_post']
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    jwks_uri: `${baseUrl}/oauth/jwks`,
    scopes_supported: [...scopes, 'offline_access'],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    authorization_response_iss_parameter_supported: true,
    // Readers of openid-configuration expect these two.
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    ...(clientDocuments ? { client_id_metadata_document_supported: true } : {}),
  }
}
