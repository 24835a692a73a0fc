import { modernMeta } from './mcp-client.ts'

export const listenHeaders = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' }

export function listenMessage(notifications: unknown) {
  return {
    jsonrpc: '2.0',
    id: 'sub-1',
    method: 'subscriptions/listen',
    params: { notifications, _meta: modernMeta },
  }
}

/** A stream of `/mcp` as a client opens it. */
export async function openStream(url: string, credential: Record<string, string>, notifications: unknown) {
  const gone = new AbortController()
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...credential, ...listenHeaders },
    body: JSON.stringify(listenMessage(notifications)),
    signal: gone.signal,
  })
  return { response, events: eventsOf(response), gone }
}

/** The JSON of each event of a stream, as it arrives. */
export async function* eventsOf({ body }: Response) {
  let text = ''
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString()
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
      text = text.slice(end + 2)
      if (data !== undefined) yield JSON.parse(data)
    }
  }
}
