import { completeResult } from '#faces/mcp/call-result.ts'
import { listResult, requireFirstPage } from '#faces/mcp/list-tools.ts'
import { errorCode, type Method, RpcError } from '#faces/mcp/protocol.ts'

import { picture } from './fixture-content.ts'

type Contents = { uri: string; mimeType: string } & ({ text: string } | { blob: string })

const resources: readonly (Contents & { name: string; description: string })[] = [
  {
    uri: 'test://static-text',
    name: 'static-text',
    description: 'A text.',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  {
    uri: 'test://static-binary',
    name: 'static-binary',
    description: 'A picture.',
    mimeType: picture.mimeType,
    blob: picture.bytes,
  },
]
const template = {
  uriTemplate: 'test://template/{id}/data',
  name: 'template',
  description: 'Data of an id.',
  mimeType: 'application/json',
}

/** `resources/list`, `resources/templates/list` and `resources/read` with the resources that the official suite expects. */
export function fixtureResources(): [string, Method][] {
  const list = (entries: Record<string, unknown[]>): Method => ({
    run({ message, era, serverInfo }) {
      requireFirstPage(message.params)
      return { result: JSON.stringify(listResult(entries, { era, serverInfo, catalogVersion: 'fixture' })) }
    },
  })
  const read: Method = {
    named: 'uri',
    run(exchange) {
      const contents = [contentsOf(String(exchange.message.params['uri']))]
      const caching = exchange.era === 'modern' ? { ttlMs: 0, cacheScope: 'private' } : {}
      return { result: JSON.stringify(completeResult(exchange, { contents, ...caching })) }
    },
  }
  const described = resources.map(({ uri, name, description, mimeType }) => ({ uri, name, description, mimeType }))
  return [
    ['resources/list', list({ resources: described })],
    ['resources/templates/list', list({ resourceTemplates: [template] })],
    ['resources/read', read],
  ]
}

function contentsOf(uri: string): Contents {
  const found = resources.find((resource) => resource.uri === uri)
  if (found !== undefined) {
    const { name: _name, description: _description, ...contents } = found
    return contents
  }
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (id === undefined)
    throw new RpcError(errorCode.invalidParams, 'There is no resource with this URI.', { data: { uri } })
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  return { uri, mimeType: template.mimeType, text }
}
