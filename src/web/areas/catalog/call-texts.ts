import { curlOf } from '#web/parts/curl.ts'

type Called = { name: string; confirmation: string; idempotency: string }

/** The same call for each way in, ready to copy. */
export function callsOf(
  { name, confirmation, idempotency }: Called,
  { origin, input }: { origin: string; input: unknown },
): { rest: string; mcp: string; client: string } {
  const isConfirmed = confirmation === 'always'
  const key = idempotency === 'required' ? 'a-key-of-your-own' : undefined
  const given = input as Record<string, unknown>
  const envelope = { ...given, ...(isConfirmed ? { confirm: true } : {}), ...(key ? { idempotencyKey: key } : {}) }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: envelope } }
  const options = { ...(isConfirmed ? { confirm: true } : {}), ...(key ? { idempotencyKey: key } : {}) }
  const more = Object.keys(options).length === 0 ? '' : `, ${literal(options)}`
  return {
    rest: curlOf({ origin, name, input, isConfirmed, ...(key === undefined ? {} : { idempotencyKey: key }) }),
    mcp: JSON.stringify(call, null, 2),
    client: `const { result } = await call('${name}', ${literal(input)}${more})`,
  }
}

/** A value as TypeScript writes it. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll('"', "'")
}
