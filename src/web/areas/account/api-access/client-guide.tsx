import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'

import {
  claudeCode,
  type Connection,
  cursor,
  cursorLink,
  mcpRemote,
  vsCode,
  vsCodeLink,
} from '#web/areas/account/api-access/client-snippets.ts'
import { CurlSnippets } from '#web/areas/account/api-access/curl-snippets.tsx'
import { HostedGuide } from '#web/areas/account/api-access/hosted-guide.tsx'
import { SnippetBox } from '#web/areas/account/api-access/snippet-box.tsx'
import { buttonLook } from '#web/parts/button.tsx'

export const clients = [
  { value: 'claude-code', label: 'Claude Code', takes: 'both' },
  { value: 'claude', label: 'Claude', takes: 'oauth' },
  { value: 'chatgpt', label: 'ChatGPT', takes: 'oauth' },
  { value: 'cursor', label: 'Cursor', takes: 'both' },
  { value: 'vscode', label: 'VS Code', takes: 'both' },
  { value: 'other', label: 'Other MCP clients', takes: 'both' },
  { value: 'curl', label: 'curl', takes: 'key' },
] as const

export type ClientName = (typeof clients)[number]['value']

type Props = { client: ClientName; connection: Connection; canWrite: boolean }

/** How to connect one client, step by step, with what is copied into it. */
export function ClientGuide({ client, connection, canWrite }: Props) {
  const { url, key } = connection
  switch (client) {
    case 'claude-code':
      return (
        <Steps>
          <SnippetBox snippet={claudeCode(connection)} />
          {key === null && (
            <p>
              Then type <code>/mcp</code> in Claude Code, choose masthead and sign in: the consent page opens in your
              browser.
            </p>
          )}
          <p className="text-muted">
            Add <code>--scope user</code> behind <code>add</code> to have it in all your projects.
          </p>
        </Steps>
      )
    case 'claude':
      return (
        <Steps>
          <HostedGuide who="Claude" url={url}>
            <li>In Claude, open Settings, then Connectors, and add a custom connector.</li>
            <li>Call it Masthead and paste this address:</li>
          </HostedGuide>
        </Steps>
      )
    case 'chatgpt':
      return (
        <Steps>
          <HostedGuide who="ChatGPT" url={url}>
            <li>In ChatGPT, open Settings, then Connectors, Advanced, and switch developer mode on.</li>
            <li>Back under Connectors press Create, call it Masthead, choose OAuth and paste this address:</li>
          </HostedGuide>
        </Steps>
      )
    case 'cursor':
      return (
        <Steps>
          {key === null && <InstallLink href={cursorLink(url)}>Add to Cursor</InstallLink>}
          <SnippetBox
            snippet={cursor(connection)}
            hint="In a project it is .cursor/mcp.json: keep keys out of that one."
          />
        </Steps>
      )
    case 'vscode':
      return (
        <Steps>
          {key === null && <InstallLink href={vsCodeLink(url)}>Add to VS Code</InstallLink>}
          <SnippetBox
            snippet={vsCode(connection)}
            hint={key === null ? undefined : 'VS Code asks for the key at the first start and keeps it for you.'}
          />
        </Steps>
      )
    case 'other':
      return (
        <Steps>
          <p>A client that knows remote servers takes the address above, with “Streamable HTTP” as its transport.</p>
          <p>For one that only starts programs, mcp-remote is the bridge. It needs Node.js.</p>
          <SnippetBox snippet={mcpRemote(connection)} />
          {key !== null && (
            <p className="text-muted">
              A client that can set no other header sends the key as <code>Authorization: Bearer</code>.
            </p>
          )}
        </Steps>
      )
    case 'curl':
      return <CurlSnippets apiKey={key} canWrite={canWrite} origin={new URL(url).origin} />
  }
}

function Steps({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
}

function InstallLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p>
      <a href={href} className={buttonLook('ink')}>
        <ExternalLink aria-hidden strokeWidth={1.75} /> {children}
      </a>
    </p>
  )
}
