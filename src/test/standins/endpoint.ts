import { Webhook } from 'standardwebhooks'

import { secretOfTest } from '#test/receiver.ts'

import { type Answer, openStandin } from './standin.ts'

type Message = {
  type: string
  timestamp: string
  data: {
    item: Record<string, unknown> | null
    itemId: string
    collection: string | null
    url: string | null
    previousSlug: string | null
  }
}

/** An endpoint of the organization's own that keeps items, and takes what is signed with its secret only. */
export async function openEndpoint() {
  const received: { id: string; body: string; message: Message }[] = []
  const kept = new Map<string, Record<string, unknown>>()
  const state: { answer: Answer | undefined; secret: string } = { answer: undefined, secret: secretOfTest }

  const standin = await openStandin(({ method, headers, body }) => {
    if (method !== 'POST') return { status: 405 }
    const text = body.toString()
    try {
      new Webhook(state.secret.slice('whsec_'.length)).verify(text, headers as Record<string, string>)
    } catch {
      return { status: 401 }
    }
    const message = JSON.parse(text) as Message
    received.push({ id: String(headers['webhook-id']), body: text, message })
    if (state.answer !== undefined) return state.answer
    const { item, itemId } = message.data
    if (message.type === 'item.published' && kept.has(itemId))
      return { status: 409, json: { externalId: `ext-${itemId}` } }
    if (item === null) kept.delete(itemId)
    else kept.set(itemId, item)
    return { status: 200, json: { externalId: `ext-${itemId}`, url: `https://shop.test/${String(item?.['slug'])}` } }
  })
  return {
    ...standin,
    received,
    kept,
    /** What it answers to everything from now on; undefined: its own. */
    answers: (answer: Answer | undefined) => void (state.answer = answer),
    expects: (secret: string) => void (state.secret = secret),
    given: {
      provider: 'webhook' as const,
      settings: { url: `${standin.url}/items` },
      secret: { signingSecret: secretOfTest },
    },
  }
}
