import type { Admissions } from '#catalog/admit.ts'
import type { Reference } from '#catalog/derived/reference.ts'
import type { Runner } from '#catalog/run/run.ts'
import type { ThrottledCalls } from '#catalog/run/throttled.ts'
import type { Face } from '#faces/http.ts'
import type { Log } from '#kernel/log.ts'
import type { AnyOperation } from '#kernel/operation.ts'

import { type ApprovalParts, createApprovals } from './approvals.ts'
import { callTool } from './call-tool.ts'
import { createDispatcher } from './dispatcher.ts'
import { createGate, type GateParts } from './gate.ts'
import { listTools } from './list-tools.ts'
import { listening } from './listen.ts'
import { discoverServer, initialize, ping } from './methods.ts'
import { promptMethods } from './prompts.ts'
import type { Method, ServerInfo } from './protocol.ts'
import { recordRefused } from './refused-calls.ts'
import { resourceMethods, stateOf } from './resources.ts'
import { runnerTools, wrappers } from './search-mode.ts'
import { taskMethods } from './tasks.ts'
import { areasOf, operationTools, toolOf } from './tools.ts'

export type McpParts = {
  reference: Reference
  runner: Runner
  /** Everything that the runner runs: the operations of the catalog and the tools about the catalog. */
  operations: ReadonlyMap<string, AnyOperation>
  admission: Admissions
  throttled: ThrottledCalls
  approvals: ApprovalParts
  /** Wakes when something was called in an organization, on any node. Returns how to stop. */
  watch(organizationId: string, wakeUp: () => void): () => void
  gate: GateParts
  serverInfo: ServerInfo
  log: Log
  now?: () => Date
}

/** The Model Context Protocol at `/mcp`: the operations of `/v2` as tools, run by the same runner. */
export function createMcp(parts: McpParts): { face: Face; close(): void } {
  const { reference, runner, operations, admission, log } = parts
  const { baseUrl } = parts.gate
  const { catalogVersion } = reference
  const tools = operationTools(reference)
  const areas = areasOf(tools)
  const about = (name: string) => {
    const op = operations.get(name)
    return op === undefined ? [] : [{ tool: toolOf(op, 'catalog'), op, area: undefined }]
  }
  const catalogTool = about('listOperations')
  const search = [...about('searchOperations'), ...about('describeOperation')]
  const running = runnerTools().flatMap((tool) => catalogTool.map((entry) => ({ ...entry, tool })))
  const listen = listening({
    look: (credentials) => admission.byHeaders({ ...credentials, uncounted: true }),
    stateOf: stateOf(runner),
    watch: parts.watch,
    log,
  })

  const methods = new Map<string, Method>([
    ['initialize', initialize],
    ['ping', ping],
    ['server/discover', discoverServer],
    [
      'tools/list',
      listTools({ catalogVersion, always: catalogTool, operations: tools, search: [...search, ...running] }),
    ],
    [
      'tools/call',
      callTool({
        runner,
        operations,
        wrappers,
        areas,
        baseUrl,
        approvals: createApprovals(parts.approvals),
      }),
    ],
    ...taskMethods({ runner, areas, baseUrl }),
    ...resourceMethods({ runner, catalogVersion, baseUrl }),
    ...promptMethods({ operations, catalogVersion, areas, baseUrl }),
    ['subscriptions/listen', listen.method],
  ])

  const face = createDispatcher({
    gate: createGate(parts.gate),
    admission,
    methods,
    serverInfo: parts.serverInfo,
    onRefused: recordRefused({ ...parts, wrappers }),
    log,
    ...(parts.now === undefined ? {} : { now: parts.now }),
  })
  return { face, close: listen.close }
}
