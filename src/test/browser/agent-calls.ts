import type { APIRequestContext } from '@playwright/test'

import type { Installation } from './installed-server.ts'
import { personOf } from './person-calls.ts'

/** An agent with a key of its own, named "Nightly writer", that calls through `/v2`. Throws what was refused. */
export async function agentOf(
  request: APIRequestContext,
  installation: Installation,
  { name = 'Nightly writer', scopes = ['content:read', 'content:write'] } = {},
) {
  const { origin, owner } = installation
  await request.post(`${origin}/app/session/elevate`, { data: { password: owner.password } })
  const { secret } = await personOf(request, installation)('createApiKey', { name, scopes }, { confirm: true })
  return async (operation: string, input: object) => {
    const headers = { 'X-API-Key': secret }
    const answer = await request.post(`${origin}/v2/tools/${operation}`, { headers, data: { input, confirm: true } })
    if (!answer.ok()) throw new Error(await answer.text())
    return (await answer.json()).result
  }
}
