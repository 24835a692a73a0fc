import { objection } from '#catalog/run/permit.ts'
import type { Access } from '#kernel/access.ts'
import { allows } from '#kernel/entitlement.ts'
import { keepLatest } from '#std/keep-latest.ts'

import { narrowingOf, type Narrowing } from './narrowing.ts'
import { createPackedLists } from './packed-lists.ts'
import { type Era, errorCode, type Exchange, metaKey, type Method, RpcError, type ServerInfo } from './protocol.ts'
import { areasOf, type ListedTool } from './tools.ts'

export type ToolLists = {
  catalogVersion: string
  /** Shown however a connection is narrowed: the catalog tool. */
  always: readonly ListedTool[]
  operations: readonly ListedTool[]
  /** What search mode shows instead of the operations. */
  search: readonly ListedTool[]
}

/** How long a client may keep a list, in ms. */
export const listTime = 300_000
const kept = 64

/** `tools/list`: results that are made once per filter and kept, at most 64 of them (mcp.md#lists-are-made-once). */
export function listTools(lists: ToolLists): Method {
  const areas = areasOf(lists.operations)
  const results = new Map<string, string>()
  const packed = createPackedLists()

  return {
    run({ request, message, era, access, serverInfo }: Exchange) {
      requireFirstPage(message.params)
      const narrowing = narrowingOf(request, areas)
      const key = keyOf(narrowing, era, access)
      const result = results.get(key) ?? resultOf(toolsFor(lists, narrowing, access), { era, serverInfo })
      keepLatest(results, kept, key, result)
      return packed.answer({ key, result }, message.id, request.headers['accept-encoding'])
    },
  }

  function resultOf(tools: readonly ListedTool[], { era, serverInfo }: { era: Era; serverInfo: ServerInfo }): string {
    return JSON.stringify(
      listResult({ tools: tools.map(({ tool }) => tool) }, { era, serverInfo, catalogVersion: lists.catalogVersion }),
    )
  }
}

/** A list that is complete on one page refuses every cursor. */
export function requireFirstPage({ cursor }: Record<string, unknown>): void {
  if (cursor !== undefined) throw new RpcError(errorCode.invalidParams, 'The list has one page: leave the cursor out.')
}

/** A list with what both eras add to it. */
export function listResult(
  list: Record<string, unknown>,
  { era, serverInfo, catalogVersion }: { era: Era; serverInfo: ServerInfo; catalogVersion: string },
): Record<string, unknown> {
  const meta = { 'masthead/catalogVersion': catalogVersion }
  if (era === 'legacy') return { ...list, _meta: meta }
  return {
    resultType: 'complete',
    ...list,
    ttlMs: listTime,
    cacheScope: 'private',
    _meta: { ...meta, [metaKey.serverInfo]: serverInfo },
  }
}

function toolsFor(lists: ToolLists, narrowing: Narrowing, access: Access): ListedTool[] {
  const { areas, readOnly, granted, search } = narrowing
  const offered = search ? lists.search : lists.operations.filter(({ area }) => areas?.includes(area ?? '') ?? true)
  return [...lists.always, ...offered].filter(
    ({ tool, op }) => !(readOnly && !tool.annotations.readOnlyHint) && !(granted && !search && !mayCall(op, access)),
  )
}

function mayCall(op: ListedTool['op'], access: Access): boolean {
  const { suspended, plan } = access.organization
  if (suspended || (op.requires !== undefined && !allows(plan, op.requires))) return false
  return objection(op, access, 'mcp') === undefined
}

// Everything that the bytes depend on; scopes and role only where the caller asks for what it may call.
function keyOf({ areas, readOnly, granted, search }: Narrowing, era: Era, access: Access): string {
  const { role, scopes, organization } = access
  const rights = granted ? [role, organization.plan, organization.suspended, ...scopes].join() : ''
  return [era, areas?.join() ?? '*', readOnly, search, rights].join('|')
}
