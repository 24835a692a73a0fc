// Loaded before the product (`--import`), in a process that nothing is timed in: on request it writes down what the driver sends
// to PostgreSQL, and reports it to the process that started this one.
import pg from 'pg'

import type { Message, SentPart } from './recorded.ts'

type Config = { text: string; values?: unknown[] }
type Open = { role: Message['role']; parts: SentPart[] }

let messages: Open[] | undefined
const open = new WeakMap<pg.Client, Open>()
const original = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query')?.value as (...args: unknown[]) => unknown

pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [config] = args
  if (messages !== undefined && isStatement(config)) note(this, partOf(config))
  return original.apply(this, args)
} as typeof pg.Client.prototype.query

process.on('message', (message: { ask?: string }) => {
  if (message.ask === 'record') messages = []
  if (message.ask === 'recorded') {
    process.send?.({ recorded: messages })
    messages = undefined
  }
})
process.channel?.unref()

function isStatement(config: unknown): config is string | Config {
  return typeof config === 'string' || (typeof config === 'object' && config !== null && 'text' in config)
}

function partOf(config: string | Config): SentPart {
  return typeof config === 'string'
    ? { text: config, values: null }
    : { text: config.text, values: config.values ?? [] }
}

/** As long as the product joins writes: until the microtasks that are due have run, and what they lead to. */
function note(client: pg.Client, part: SentPart): void {
  let message = open.get(client)
  if (message === undefined) {
    message = { role: roleOf(client), parts: [] }
    open.set(client, message)
    messages?.push(message)
    queueMicrotask(() => process.nextTick(() => open.delete(client)))
  }
  message.parts.push(part)
}

function roleOf({ user = '' }: pg.Client): Message['role'] {
  return (['app', 'auth', 'system'] as const).find((role) => user.startsWith(`masthead_${role}`)) ?? 'app'
}
