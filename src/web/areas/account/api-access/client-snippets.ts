/** How an agent reaches this installation: the address of its MCP endpoint, and a key unless it signs in by OAuth. */
export type Connection = { url: string; key: string | null }

/** What a person copies into a client. */
export type Snippet = { title: string; text: string }

export const placeholder = '<YOUR_KEY>'

const name = 'masthead'

/** Claude Code: without a key, one signs in with `/mcp`. */
export function claudeCode({ url, key }: Connection): Snippet {
  const header = key === null ? '' : ` \\\n  --header "X-API-Key: ${key}"`
  return { title: 'In a terminal', text: `claude mcp add --transport http ${name} "${url}"${header}` }
}

/** Cursor, `~/.cursor/mcp.json` or `.cursor/mcp.json` of a project. */
export function cursor(connection: Connection): Snippet {
  return { title: '~/.cursor/mcp.json', text: json({ mcpServers: { [name]: server(connection) } }) }
}

/** VS Code, `.vscode/mcp.json`: it asks for the key itself and keeps it out of the file. */
export function vsCode({ url, key }: Connection): Snippet {
  const config =
    key === null
      ? { servers: { [name]: { type: 'http', url } } }
      : {
          servers: { [name]: { type: 'http', url, headers: { 'X-API-Key': '${input:masthead-key}' } } },
          inputs: [{ type: 'promptString', id: 'masthead-key', description: 'Masthead API key', password: true }],
        }
  return { title: '.vscode/mcp.json', text: json(config) }
}

/** The bridge for clients that only start programs. No space in the argument: some clients split there. */
export function mcpRemote({ url, key }: Connection): Snippet {
  const args = ['-y', 'mcp-remote', url, ...(isPlainHttp(url) ? ['--allow-http'] : [])]
  const config =
    key === null
      ? { command: 'npx', args }
      : { command: 'npx', args: [...args, '--header', 'X-API-Key:${MASTHEAD_KEY}'], env: { MASTHEAD_KEY: key } }
  return { title: 'MCP configuration of the client', text: json({ mcpServers: { [name]: config } }) }
}

/** Opens Cursor, which asks before it adds the server. Never with a key (audit.md#links-carry-no-keys). */
export function cursorLink(url: string): string {
  const config = encodeURIComponent(btoa(JSON.stringify({ url })))
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${config}`
}

/** Opens VS Code, which asks before it adds the server. Never with a key. */
export function vsCodeLink(url: string): string {
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url }))}`
}

/** Which operations an agent is shown (mcp.md#narrowing). */
export type Narrowing = { areas: readonly string[]; readOnly: boolean; granted: boolean; search: boolean }

/** The address of the endpoint with a narrowing in its query. */
export function narrowedUrl(url: string, { areas, readOnly, granted, search }: Narrowing): string {
  const query = [
    ...(areas.length > 0 && !search ? [`areas=${areas.join(',')}`] : []),
    ...(readOnly ? ['readonly=true'] : []),
    ...(granted ? ['granted=true'] : []),
    ...(search ? ['mode=search'] : []),
  ]
  return query.length === 0 ? url : `${url}?${query.join('&')}`
}

function server({ url, key }: Connection): object {
  return key === null ? { url } : { url, headers: { 'X-API-Key': key } }
}

function json(value: object): string {
  return JSON.stringify(value, null, 2)
}

/** Whether the bridge must be told that this is intended: plain http to another computer. */
function isPlainHttp(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
