import { expect, test } from 'vitest'

import {
  claudeCode,
  cursor,
  cursorLink,
  mcpRemote,
  narrowedUrl,
  vsCode,
  vsCodeLink,
} from '#web/areas/account/api-access/client-snippets.ts'

const url = 'https://cms.example.com/mcp'
const secret = 'mh_sk_0000000000000000000000000000000000'
const oauth = { url, key: null }
const keyed = { url, key: secret }
const all = { areas: [], readOnly: false, granted: false, search: false }

test('without a key a client gets the address alone and signs in by OAuth', () => {
  expect(claudeCode(oauth).text).toBe(`claude mcp add --transport http masthead "${url}"`)
  expect(JSON.parse(cursor(oauth).text)).toEqual({ mcpServers: { masthead: { url } } })
  expect(JSON.parse(vsCode(oauth).text)).toEqual({ servers: { masthead: { type: 'http', url } } })
  expect(JSON.parse(mcpRemote(oauth).text).mcpServers.masthead.args).toEqual(['-y', 'mcp-remote', url])
})

test('a key travels in a header', () => {
  expect(claudeCode(keyed).text).toBe(
    `claude mcp add --transport http masthead "${url}" \\\n  --header "X-API-Key: ${secret}"`,
  )
  expect(JSON.parse(cursor(keyed).text).mcpServers.masthead.headers).toEqual({ 'X-API-Key': secret })
  expect(JSON.parse(mcpRemote(keyed).text).mcpServers.masthead).toEqual({
    command: 'npx',
    args: ['-y', 'mcp-remote', url, '--header', 'X-API-Key:${MASTHEAD_KEY}'],
    env: { MASTHEAD_KEY: secret },
  })
})

test('VS Code asks for the key itself: a file of a project never holds it', () => {
  const { servers, inputs } = JSON.parse(vsCode(keyed).text)

  expect(servers.masthead.headers).toEqual({ 'X-API-Key': `\${input:${inputs[0].id}}` })
  expect(inputs[0].password).toBe(true)
  expect(vsCode(keyed).text).not.toContain(secret)
})

test('the links carry the address back out as it was', () => {
  const narrowed = `${url}?areas=content,seo&mode=search`
  const config = new URL(cursorLink(narrowed)).searchParams.get('config') ?? ''

  expect(cursorLink(narrowed)).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=masthead&config=/)
  expect(JSON.parse(atob(config))).toEqual({ url: narrowed })
  expect(JSON.parse(decodeURIComponent(vsCodeLink(narrowed).replace('vscode:mcp/install?', '')))).toEqual({
    name: 'masthead',
    type: 'http',
    url: narrowed,
  })
})

test('the bridge is told that plain http beyond this computer is meant', () => {
  const args = (address: string) => JSON.parse(mcpRemote({ url: address, key: null }).text).mcpServers.masthead.args

  expect(args('http://10.0.0.5:3000/mcp')).toContain('--allow-http')
  expect(args('http://127.0.0.1:3000/mcp')).not.toContain('--allow-http')
})

test('a narrowing is a query that the endpoint reads', () => {
  expect(narrowedUrl(url, all)).toBe(url)
  expect(narrowedUrl(url, { ...all, areas: ['content', 'taxonomies'], readOnly: true, granted: true })).toBe(
    `${url}?areas=content,taxonomies&readonly=true&granted=true`,
  )
  // Search mode has its six tools, whatever the areas.
  expect(narrowedUrl(url, { ...all, areas: ['content'], search: true })).toBe(`${url}?mode=search`)
})
