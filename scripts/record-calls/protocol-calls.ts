import { modernMeta } from '#test/mcp-client.ts'

import { callOperation } from './operation-calls.ts'
import type { Scene } from './scene.ts'

/** What the interfaces say about themselves: discovery and OpenAPI of `/v2`, and the protocol of `/mcp`. */
export async function callProtocols(scene: Scene): Promise<void> {
  await discover(scene)
  await speakMcp(scene)
  await removeMember(scene)
}

async function discover({ recorder, owner, members, without }: Scene): Promise<void> {
  const as = (key: string) => ({ headers: { 'X-API-Key': key } })
  await recorder.record('/v2/tools', as(owner.key))
  await recorder.record('/v2/tools?area=content', as(members.author.key), 'as author')
  await recorder.record('/v2/tools?scope=content:publish', as(without('content:publish').key), 'without the scope')
  await recorder.record('/v2/tools?risk=destructive&search=item', as(owner.key))
  for (const query of ['area=nothing', 'risk=high', 'scope=x', 'area=content&area=seo', 'unknown=1'])
    await recorder.record(`/v2/tools?${query}`, as(owner.key))
  await recorder.record('/v2/tools')
  await recorder.record('/v2/tools', { ...as(owner.key), method: 'HEAD' })
  await recorder.record('/v2/tools', { ...as(owner.key), method: 'POST' })
  await recorder.record('/v2/tools/listItems', as(owner.key))
  await recorder.record('/v2/tools', { method: 'OPTIONS', headers: { Origin: 'https://agent.example' } })
  await recorder.record('/v2/nothing', as(owner.key))
  await recorder.record('/v2', as(owner.key))
  const { headers } = await recorder.record('/v2/openapi.json')
  await recorder.record('/v2/openapi.json', { headers: { 'If-None-Match': headers.get('etag') ?? '' } }, 'known')
  await recorder.record('/v2/openapi.json', { method: 'HEAD' })
  await recorder.record('/v2/openapi.json', { method: 'DELETE' })
}

async function speakMcp({ recorder, owner, members, ids, stranger }: Scene): Promise<void> {
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
  const legacy = { era: 'legacy', headers: { 'MCP-Protocol-Version': '2025-06-18' } } as const
  await owner.rpc('initialize', initialize, { era: 'legacy' })
  await owner.rpc('initialize', { ...initialize, protocolVersion: '1999-01-01' }, { era: 'legacy' })
  await owner.rpc('notifications/initialized', {}, { ...legacy, id: null })
  await owner.rpc('ping', {}, legacy)
  await owner.rpc('ping')
  await owner.rpc('server/discover')
  await owner.rpc('server/discover', {}, { meta: { 'io.modelcontextprotocol/protocolVersion': '2030-01-01' } })
  await owner.rpc('tools/list')
  await owner.rpc('tools/list', {}, legacy)
  await owner.rpc('tools/list', {}, { query: '?areas=content,seo&readonly=true' })
  await owner.rpc('tools/list', {}, { query: '?mode=search' })
  await members.viewer.rpc('tools/list', {}, { query: '?granted=true' })
  await owner.rpc('tools/list', {}, { headers: { 'X-MCP-Areas': 'nothing' } })
  await owner.rpc('tools/list', { cursor: 'x' })
  await owner.rpc('resources/list')
  await owner.rpc('resources/templates/list')
  for (const uri of [
    'masthead://organization',
    `masthead://items/${ids.get('item umlaute')}`,
    'masthead://items/five-knots',
    'masthead://items/nowhere',
    'masthead://nothing',
  ])
    await owner.rpc('resources/read', { uri })
  await members.viewer.rpc('resources/read', { uri: 'masthead://audit/req_unknown' })
  await owner.rpc('prompts/list')
  await owner.rpc('prompts/get', { name: 'prepareForPublishing', arguments: { itemId: ids.get('item five-knots') } })
  await owner.rpc('prompts/get', { name: 'planTopics', arguments: { collection: 'articles' } }, legacy)
  await owner.rpc('prompts/get', { name: 'planTopics' })
  await owner.rpc('prompts/get', { name: 'nothing' })
  await members.viewer.rpc('prompts/get', { name: 'consolidateDuplicates' })
  await owner.rpc('tools/call', { name: 'getOrganization', arguments: {} }, legacy)
  await owner.rpc('tools/call', { name: 'listOperations', arguments: { area: 'seo' } })
  await owner.rpc('tools/call', { name: 'listOperations', arguments: { name: 'updateItem' } })
  await owner.rpc('tools/call', { name: 'searchOperations', arguments: { query: 'publish an item' } })
  await owner.rpc('tools/call', { name: 'describeOperation', arguments: { names: ['consolidateItems', 'nothing'] } })
  await owner.rpc('tools/call', { name: 'runReadOperation', arguments: { operation: 'getOrganization' } })
  await owner.rpc('tools/call', { name: 'runReadOperation', arguments: { operation: 'deleteItem', arguments: {} } })
  await owner.rpc('tools/call', { name: 'unheardOf', arguments: {} })
  await owner.rpc('tools/call', { name: 'getItem', arguments: [] })
  await owner.rpc('tools/call', { name: 'getItem', arguments: { input: { slug: 'five-knots' } } })
  await owner.rpc('tools/call', { name: 'getItem', arguments: { slug: 'five-knots', dryRun: 'yes' } })
  await owner.rpc('tools/call', {})
  await owner.rpc('logging/setLevel', { level: 'debug' })
  await owner.rpc('tools/list', {}, { headers: { 'Mcp-Method': 'tools/call' } })
  await owner.rpc('tools/list', {}, { headers: { 'MCP-Protocol-Version': undefined } })
  await stranger.rpc('resources/read', { uri: `masthead://items/${ids.get('item umlaute')}` })

  const frame = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: modernMeta } }
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': owner.key }
  const post = (body: string, more: Record<string, string> = {}, about = '') =>
    recorder.record('/mcp', { method: 'POST', headers: { ...headers, ...more }, body }, about)
  await post('{')
  await post('[]')
  await post(JSON.stringify([frame, frame]))
  await post(JSON.stringify({ ...frame, jsonrpc: '1.0' }))
  await post(JSON.stringify({ ...frame, id: null }))
  await post(JSON.stringify(frame), { 'Content-Type': 'text/plain' }, 'as text')
  await post(JSON.stringify(frame), { 'X-API-Key': 'nothing' }, 'with a malformed credential')
  await post(JSON.stringify(frame), { Origin: 'https://evil.example' }, 'from another origin')
  await recorder.record('/mcp', { headers })
  await recorder.record('/mcp', { method: 'DELETE', headers })
  await recorder.record('/mcp', { method: 'OPTIONS', headers: { Origin: 'http://localhost:5173' } })
  await recorder.record('/mcp', { method: 'POST', body: '{}' }, 'without a credential')
  await recorder.record('/mcp/below', { method: 'POST', headers, body: '{}' })
}

async function removeMember(scene: Scene): Promise<void> {
  const { members } = scene
  await callOperation(
    scene,
    'removeMember',
    { userId: members.author.userId, reassignContentTo: members.editor.userId },
    { foreign: true, other: { userId: members.viewer.userId } },
  )
  await members.author.v2('getOrganization', {})
  await members.author.mcp('getOrganization', {})
  await scene.owner.v2('listMembers', {})
}
