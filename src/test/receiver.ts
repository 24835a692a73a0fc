import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { Webhook } from 'standardwebhooks'

import type { RevalidationMessage } from '#areas/integrations/revalidation-message.ts'
import { Secret } from '#kernel/secret.ts'
import type { ConfiguredWebhook } from '#kernel/webhook.ts'

import { listening, textOf } from './listening.ts'

/** One request as the website saw it. */
export type Received = {
  id: string
  at: number
  body: string
  message: RevalidationMessage
  headers: IncomingMessage['headers']
  /** Whether the website took it: it noted the message, whatever it then answered. */
  taken: boolean
  /** How many requests about one of its items, and in total, were open when it came, including itself. */
  openOfItem: number
  open: number
}

/** What the website does with a request. `taken` comes first: it has noted the message. */
export type Conduct = (response: ServerResponse, received: Received) => void

export const secretOfTest = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`

/** A website on this machine that verifies each message with the package of Standard Webhooks. It can go away and come back. */
export async function openReceiver(conduct: Conduct = answer(204)) {
  const received: Received[] = []
  const faults: string[] = []
  const verifier = new Webhook(secretOfTest.slice('whsec_'.length))
  const open = new Map<symbol, string[]>()
  let connections = 0
  let behave = conduct

  const {
    url: base,
    port,
    server,
    close,
  } = await listening(async (request, response) => {
    const key = Symbol('request')
    response.on('close', () => open.delete(key))
    const body = await textOf(request).catch(() => undefined)
    // The sender was gone before it was read.
    if (body === undefined || response.closed) return
    try {
      verifier.verify(body, request.headers as Record<string, string>)
    } catch (error) {
      faults.push(String(error))
    }
    const message = JSON.parse(body) as RevalidationMessage
    const items = message.data.items.map(({ id }) => id)
    open.set(key, items)
    const ofItem = [...open.values()].filter((ids) => ids.some((id) => items.includes(id)))
    const one = {
      id: String(request.headers['webhook-id']),
      at: performance.now(),
      body,
      message,
      headers: request.headers,
      taken: false,
      openOfItem: ofItem.length,
      open: open.size,
    }
    received.push(one)
    behave(response, one)
  })
  server.on('connection', () => connections++)
  const url = `${base}/api/revalidate`
  return {
    url,
    webhook: { url, secret: new Secret(secretOfTest), legacyHeader: null } satisfies ConfiguredWebhook,
    received,
    /** Signatures that did not verify. */
    faults,
    connections: () => connections,
    /** Requests without an answer so far. */
    open: () => open.size,
    conduct(next: Conduct) {
      behave = next
    },
    leave: close,
    async return() {
      await once(server.listen(port, '127.0.0.1'), 'listening')
    },
    close,
  }
}

/** Takes a message if the status is a success, and answers it. */
export function answer(status: number, headers: Record<string, string> = {}): Conduct {
  return (response, received) => {
    received.taken = status >= 200 && status < 300
    response.writeHead(status, headers).end()
  }
}

/** Never answers. */
export const hang: Conduct = () => {}

/** Takes the message, and disconnects before it answers. */
export const takeAndDie: Conduct = (response, received) => {
  received.taken = true
  response.socket?.destroy()
}

/** Disconnects without taking it. */
export const die: Conduct = (response) => void response.socket?.destroy()
