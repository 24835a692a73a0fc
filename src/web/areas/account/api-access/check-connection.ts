import { fieldOf } from '#std/objects.ts'
import { OperationError } from '#web/operation-error.ts'
import { send } from '#web/transport.ts'

/**
 * Lists the tools with a key, over the endpoint itself.
 *
 * @returns a sentence with what the agent would see
 * @throws OperationError when the endpoint refuses, or answers with something else
 */
export async function checkKey(url: string, key: string): Promise<string> {
  const { search } = new URL(url)
  const answer = await send('POST', `/mcp${search}`, {
    headers: { 'x-api-key': key },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  })
  const tools = fieldOf(fieldOf(answer, 'result'), 'tools')
  if (!Array.isArray(tools)) throw unexpected('The endpoint returned no list of tools.')
  return `The key works: an agent sees ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}.`
}

/**
 * Reads where a client is sent to sign in (RFC 9728), and whether the endpoint returns the address that the person will enter.
 *
 * @throws OperationError when there is no such document, or it names another address, which clients refuse
 */
export async function checkSignIn(url: string): Promise<string> {
  const document = await send('GET', '/.well-known/oauth-protected-resource/mcp')
  const resource = fieldOf(document, 'resource')
  const [server] = [fieldOf(document, 'authorization_servers')].flat()
  if (typeof resource !== 'string' || typeof server !== 'string') throw unexpected('The sign-in is not announced.')
  const [address = url] = url.split('?')
  if (resource !== address)
    throw unexpected(
      `Masthead calls itself ${resource}: enter that address, or let its operator set BASE_URL to this one.`,
    )
  return `Clients find the sign-in at ${new URL(server).host}.`
}

function unexpected(message: string): OperationError {
  return new OperationError({ code: 'unreadable_answer', status: 200, message })
}
