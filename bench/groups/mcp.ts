import { gunzipSync } from 'node:zlib'

import type { DataSet, Size } from '../generate/data-set.ts'
import type { Ask } from '../load/plan.ts'
import { send } from '../load/send.ts'
import type { Target, Work } from '../measure.ts'
import { onCopy, withProduct } from '../product/measured.ts'
import { profileMissed } from '../profile/profile-missed.ts'
import { addFact } from '../result/facts.ts'
import type { Goal } from '../result/goals.ts'
import type { Engine } from '../result/result.ts'
import { measureRow, type Run, type Wanted } from '../rows.ts'
import { type Calling, callWork, read, write } from './agent.ts'

const version = '2026-07-28'
/** The last version that has `ping`. */
const versionWithPing = '2025-11-25'
const meta = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

const sameAsRest: Goal = { id: 'P-9', cpuRatioAtMost: 1.1, messagesRatioAtMost: 1.02 }
const packed: Goal = { id: 'P-10', cpuMsAboveAtMost: 0.1 }

/** Calls through `/mcp` next to the same over `/v2`, and `tools/list` next to `ping`, each on one server. */
export async function measureMcp(engine: Engine, size: Size, run: Run): Promise<void> {
  await onCopy(engine, size, run.options, async (place) => {
    await withProduct(place, {}, async (product) => {
      const { set } = place
      const row = (wanted: Omit<Wanted, 'group' | 'engine' | 'items' | 'organizations' | 'baseline'>, base: Work) =>
        measureRow(
          product,
          { ...wanted, group: 'mcp', engine, ...size, baseline: { target: product, work: base } },
          run,
        )
      const goalOn = (goal: Goal) => (engine === 'postgres' || goal === packed ? { goal } : {})
      for (const calling of [read, write]) {
        const workload = `tools/call ${calling.operation}; baseline: the same over /v2`
        const id = `mcp ${calling.id.replace('agent ', '')}`
        await row({ id, workload, work: toolWork(calling, set), ...goalOn(sameAsRest) }, callWork(calling, set))
      }
      const list = legacy(set, 'tools/list', { 'Accept-Encoding': 'gzip' })
      const work = { asks: [list], status: 200, contains: '"tools"', cache: 'none', isSteady: true } as const
      const workload = 'tools/list of the whole catalog, gzip; baseline: ping'
      const ping = { ...work, asks: [legacy(set, 'ping')], contains: '"result"' }
      await row({ id: 'mcp tools/list', workload, work, ...goalOn(packed) }, ping)
      await addListSize(product, list, { engine, run })
    })
    await profileMissed(place, {}, run)
  })
}

async function addListSize({ url }: Target, list: Ask, { engine, run }: { engine: Engine; run: Run }): Promise<void> {
  const { body } = await send(url, list)
  const text = gunzipSync(body).toString()
  const { result } = JSON.parse(text) as { result: { tools: unknown[] } }
  const note = `${result.tools.length} tools, ${text.length} bytes before compression`
  addFact(run, { id: 'size of tools/list, gzip', group: 'mcp', engine, value: body.length / 1000, unit: 'KB', note })
}

/** What a row of this call sends over `/mcp`. */
function toolWork(calling: Calling, set: DataSet): Work {
  const { operation, inputs, key } = calling
  const asks = inputs(set).map((input) => {
    // A key travels next to the arguments.
    const given = key === undefined ? input : { ...input, idempotencyKey: 'bench-{{fresh}}' }
    return rpc(set, 'tools/call', { name: operation, arguments: given }, { 'Mcp-Name': operation })
  })
  return { ...callWork(calling, set), asks, contains: '"structuredContent"' }
}

function legacy(set: DataSet, method: string, headers: Record<string, string> = {}): Ask {
  const ask = rpc(set, method, {}, { 'MCP-Protocol-Version': versionWithPing, ...headers })
  return { ...ask, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }) }
}

function rpc({ apiKey }: DataSet, method: string, params: object, headers: Record<string, string> = {}): Ask {
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'X-API-Key': apiKey,
      'MCP-Protocol-Version': version,
      'Mcp-Method': method,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  }
}
