import type { Incoming } from '#faces/http.ts'
import { isObject } from '#std/objects.ts'

import {
  type Era,
  errorCode,
  legacyVersions,
  type Message,
  type Method,
  methodFor,
  metaKey,
  modernVersion,
  requireExtension,
  RpcError,
  supportedVersions,
} from './protocol.ts'

/** The era of a message: what the body says counts, then the header. */
export function eraOf(message: Message, request: Incoming): Era {
  if (metaOf(message)[metaKey.protocolVersion] !== undefined) return 'modern'
  const header = versionHeader(request)
  if (header === undefined || message.method === 'initialize') return 'legacy'
  return isLegacy(header) ? 'legacy' : 'modern'
}

/** `_meta` of the parameters; empty where there is none. */
export function metaOf({ params }: Message): Record<string, unknown> {
  const meta = params['_meta']
  return isObject(meta) ? meta : {}
}

/** The version header, undefined where it is not sent. */
export function versionHeader({ headers }: Incoming): string | undefined {
  return lineOf(headers['mcp-protocol-version'])
}

/**
 * The method of a modern request, which repeats itself in headers so that intermediaries can route it.
 */
export function modernMethod(methods: ReadonlyMap<string, Method>, message: Message, request: Incoming): Method {
  requireVersion(message, versionHeader(request))
  const header = lineOf(request.headers['mcp-method'])
  if (header !== message.method) throw mismatch('Mcp-Method', 'is missing or is not the method of the body')
  const method = methodFor(methods, message, 'modern')
  requireName(method?.named, message, request)
  const capabilities = metaOf(message)[metaKey.clientCapabilities]
  if (!isObject(capabilities)) throw badRequest(errorCode.invalidParams, `_meta needs "${metaKey.clientCapabilities}".`)
  if (method === undefined)
    throw new RpcError(errorCode.methodNotFound, 'There is no method with this name.', { status: 404 })
  const missing = method.needs?.filter((name) => !isObject(capabilities[name])) ?? []
  if (missing.length > 0)
    throw badRequest(errorCode.missingCapability, `The client must declare ${missing.join(', ')}.`, {
      requiredCapabilities: Object.fromEntries(missing.map((name) => [name, {}])),
    })
  if (method.extension !== undefined) requireExtension(capabilities, method.extension)
  return method
}

function requireVersion(message: Message, header: string | undefined): void {
  const body = metaOf(message)[metaKey.protocolVersion]
  if (header === undefined) throw mismatch('MCP-Protocol-Version', 'is missing')
  if (body === undefined) {
    if (header !== modernVersion) throw unsupported(header)
    throw badRequest(errorCode.invalidParams, `_meta needs "${metaKey.protocolVersion}".`)
  }
  if (header !== body) throw mismatch('MCP-Protocol-Version', 'is not the version of the body')
  if (header !== modernVersion) throw unsupported(header)
}

function requireName(named: Method['named'], { params }: Message, { headers }: Incoming): void {
  if (named === undefined) return
  const line = lineOf(headers['mcp-name'])
  if (line === undefined) throw mismatch('Mcp-Name', 'is missing')
  if (!/^[\x20-\x7e]*$/.test(line)) throw mismatch('Mcp-Name', 'is not ASCII')
  if (decoded(line) !== params[named]) throw mismatch('Mcp-Name', `is not "${named}" of the body`)
}

const sentinel = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/

// What is not plain ASCII is sent as =?base64?...?= of its UTF-8 bytes.
function decoded(line: string): string | undefined {
  const encoded = sentinel.exec(line)?.[1]
  if (encoded === undefined) return line
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.toString('base64') !== encoded) return undefined
  const text = bytes.toString()
  return Buffer.from(text).equals(bytes) ? text : undefined
}

function mismatch(header: string, what: string): RpcError {
  return badRequest(errorCode.headerMismatch, `The header ${header} ${what}.`, { header })
}

function unsupported(requested: string): RpcError {
  return badRequest(errorCode.unsupportedVersion, `This version of the protocol is not supported.`, {
    supported: supportedVersions,
    requested: requested.slice(0, 100),
  })
}

function badRequest(code: number, message: string, data?: unknown): RpcError {
  return new RpcError(code, message, { status: 400, data })
}

function isLegacy(version: string): boolean {
  return legacyVersions.some((legacy) => legacy === version)
}

function lineOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header?.trim()
}
