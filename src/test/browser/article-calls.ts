import type { APIRequestContext, Page } from '@playwright/test'

import type { Installation } from './installed-server.ts'
import { personOf } from './person-calls.ts'

type Place = { page: Page; request: APIRequestContext; installation: Installation }
type Article = { title?: string; content?: string; status?: 'published' }

/** Creates an article, "Tides" by default. Returns its id. */
export async function newArticle(call: ReturnType<typeof personOf>, more: Article = {}): Promise<string> {
  const article = { collectionId: 'articles', title: 'Tides', content: 'One.\n\nTwo.', ...more }
  return (await call('createItem', article, { confirm: true })).item.id
}

/** Creates an article and opens it in the editor. Returns its id, and how the person calls operations. */
export async function openArticle({ page, request, installation }: Place, more: Article = {}) {
  const call = personOf(request, installation)
  const id = await newArticle(call, more)
  await page.goto(articlePath(installation, id))
  return { call, id }
}

/** The address of an article in the editor. */
export const articlePath = ({ organization }: Installation, id: string) => `/o/${organization.slug}/content/${id}`
