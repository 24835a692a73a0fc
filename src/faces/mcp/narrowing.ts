import { type Incoming, splitUrl } from '#faces/http.ts'
import { Refusal } from '#kernel/errors.ts'

import { errorCode, RpcError } from './protocol.ts'

/** What a connection asks to see (mcp.md#narrowing): in the query of its URL, or in headers, which win. */
export type Narrowing = {
  /** Undefined: all. */
  areas: readonly string[] | undefined
  readOnly: boolean
  granted: boolean
  search: boolean
}

const parameters = ['areas', 'readonly', 'granted', 'mode']

/** Reads the narrowing of a request. Refuses unknown words with 400, so that a typo does not silently hide anything. */
export function narrowingOf(request: Incoming, areas: readonly string[]): Narrowing {
  const { query } = splitUrl(request.url)
  requireOwnNames(query)
  // An empty header says nothing: it does not switch off what the address asks for.
  const given = (name: string, header: string) => {
    const value = request.headers[header] ?? ''
    return (Array.isArray(value) ? value.join(',') : value).trim() || (query.get(name) ?? '').trim()
  }
  const mode = given('mode', 'x-mcp-mode')
  if (mode !== '' && mode !== 'search') throw invalid('mode is search, or left out.', { mode: ['search'] })
  return {
    areas: areasOf(given('areas', 'x-mcp-areas'), areas),
    readOnly: isOn('readonly', given('readonly', 'x-mcp-readonly')),
    granted: isOn('granted', given('granted', 'x-mcp-granted')),
    search: mode === 'search',
  }
}

/** Refuses what changes something to a connection that asked to read only. */
export function readOnly(name: string): Refusal {
  return new Refusal('operation_excluded', `${name} changes something, and this connection only reads.`, {
    category: 'read_only_connection',
    instead: 'connect without readonly=true and X-MCP-Readonly',
  })
}

// A connection that was meant to read only must not write because of `readOnly=true`, or of a second value.
function requireOwnNames(query: URLSearchParams): void {
  for (const name of query.keys()) {
    const letters = name.toLowerCase().replaceAll(/[^a-z]/g, '')
    const meant = parameters.find((parameter) => parameter === letters || parameter === `${letters}s`)
    if (meant === undefined) continue
    if (meant !== name) throw invalid(`The parameter is written ${meant}, not "${name.slice(0, 60)}".`, { parameters })
    if (query.getAll(name).length > 1) throw invalid(`${name} is given more than once.`, { parameters })
  }
}

function areasOf(line: string, areas: readonly string[]): readonly string[] | undefined {
  const names = line.split(',').flatMap((name) => name.trim() || [])
  if (names.length === 0) return undefined
  const unknown = names.find((name) => !areas.includes(name))
  if (unknown !== undefined)
    throw invalid(`There is no area with the name "${unknown.slice(0, 60)}". The areas are ${areas.join(', ')}.`, {
      areas,
    })
  return areas.filter((area) => names.includes(area))
}

function isOn(name: string, value: string): boolean {
  if (value === '' || value === 'false') return false
  if (value === 'true') return true
  throw invalid(`${name} is true or false.`, { [name]: ['true', 'false'] })
}

function invalid(message: string, data: unknown): RpcError {
  return new RpcError(errorCode.invalidParams, message, { status: 400, data })
}
