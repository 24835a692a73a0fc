import type { APIRequestContext } from '@playwright/test'

import type { Installation } from './installed-server.ts'

type Installed = Pick<Installation, 'origin'> & { organization: Pick<Installation['organization'], 'id'> }

/** Calls operations as the signed-in person, in the organization of an installation; throws what was refused. */
export function personOf(request: APIRequestContext, { origin, organization }: Installed) {
  return async (operation: string, input: object, more: object = {}) => {
    const answer = await request.post(`${origin}/app/operations/${operation}`, {
      headers: { 'X-Organization-Id': organization.id },
      data: { input, ...more },
    })
    if (!answer.ok()) throw new Error(await answer.text())
    return (await answer.json()).result
  }
}
