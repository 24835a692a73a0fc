import { expect, test, vi } from 'vitest'

import { newId } from '#kernel/ids.ts'
import { openReceiver, secretOfTest } from '#test/receiver.ts'
import { runCommand } from '#test/server-process.ts'
import { openServer } from '#test/server.ts'

// A command starts in two seconds; next to other tests on a small machine it takes many times that.
vi.setConfig({ testTimeout: 120_000 })

test('masthead request says what became of a request: its call, its job, its message, and a refusal with its code', async () => {
  const website = await openReceiver()
  const server = await openServer({
    WORKER: 'off',
    ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
    CONTENT_REVALIDATION_WEBHOOK_URL: website.url,
    CONTENT_REVALIDATION_WEBHOOK_SECRET: secretOfTest,
  })
  try {
    const { cookie } = await server.addOrganization('Northwind Media')
    const { secret } = await server.client.newKey(cookie)
    const call = async (name: string, input: unknown, options = {}) => {
      const answer = await server.client.call(secret, name, input, options)
      return { ...answer, requestId: answer.headers.get('x-request-id') ?? '' }
    }
    const made = await call('createItem', { collectionId: 'articles', title: 'A title of nobody else' })
    const published = await call('publishItem', { id: made.json.result.item.id }, { confirm: true })
    const exported = await call('exportItems', { format: 'markdown_zip' })
    const refused = await call('getItem', { id: newId('item') })
    const told = async (id: string) => runCommand(['request', id], server.env)

    const [ofPublishing, ofExport, ofRefusal, unknown] = [
      await told(published.requestId),
      await told(exported.requestId),
      await told(refused.requestId),
      await told(newId('request')),
    ]

    expect(ofPublishing.output).toMatch(/northwind-media: publishItem over rest succeeded after \d+ ms/)
    expect(ofPublishing.output).toMatch(/message dlv_\w+ revalidation: queued, attempt 0/)
    expect(ofPublishing.output).not.toContain('A title of nobody else')
    expect(ofExport.output).toMatch(/job job_\w+ exportItems: queued, attempt 0/)
    expect(ofRefusal.output).toMatch(/getItem over rest failed \(not_found\)/)
    expect([ofPublishing.code, ofExport.code, ofRefusal.code, unknown.code]).toEqual([0, 0, 0, 1])
    expect((await runCommand(['request', 'nonsense'], server.env)).output).toContain('Usage: masthead request')
  } finally {
    await server.close()
    await website.close()
  }
})
