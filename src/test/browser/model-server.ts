import { expect, type Page } from '@playwright/test'

import { llmKey } from '#test/standins/llm.ts'

import type { Installation } from './installed-server.ts'
import { personOf } from './person-calls.ts'

/**
 * Stores the address of a model server, with the password where it is asked for, unless it is stored already. The settings of
 * models are open.
 */
export async function storeServer(page: Page, { url, password }: { url: string; password: string }): Promise<void> {
  const server = page.getByRole('region', { name: 'Compatible server' })
  const set = server.getByRole('button', { name: /^(Set|Replace) key…$/ })
  await set.waitFor()
  if (await server.getByText(url).isVisible()) return
  // Tests of one file in another order may have had a server before.
  await set.press('Enter')
  const form = page.getByRole('dialog', { name: 'Key of Compatible server' })
  await form.getByLabel('Address').fill(url)
  await form.getByRole('button', { name: 'Store key' }).click()
  const prove = page.getByRole('dialog').getByLabel('Password', { exact: true })
  await prove.or(server.getByText(url)).first().waitFor()
  if (await prove.isVisible()) {
    await prove.fill(password)
    await prove.press('Enter')
  }
  await expect(server.getByText(url)).toBeVisible()
}

/** Stores a key of OpenAI, which draws: the server reaches its own stand-in by it. */
export async function storePainter({ request }: Page, installation: Installation): Promise<void> {
  const input = { provider: 'openai', key: llmKey }
  await personOf(request, installation)('setLlmProviderKey', input, { confirm: true })
}
