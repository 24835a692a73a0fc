type Call = {
  origin: string
  name: string
  input: unknown
  key?: string
  idempotencyKey?: string
  dryRun?: boolean
  isConfirmed?: boolean
}

/** An operation call as a curl command for a POSIX shell. Without a key it shows where the key belongs. */
export function curlOf({ origin, name, input, key = '<YOUR_KEY>', idempotencyKey, dryRun, isConfirmed }: Call): string {
  const lines = [
    `curl -X POST ${quoted(`${origin}/v2/tools/${name}`)}`,
    `-H ${quoted(`X-API-Key: ${key}`)}`,
    ...(idempotencyKey ? [`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`] : []),
    `-H 'Content-Type: application/json'`,
    `-d ${quoted(JSON.stringify({ input, ...(isConfirmed ? { confirm: true } : {}), ...(dryRun ? { dryRun } : {}) }))}`,
  ]
  return lines.join(' \\\n  ')
}

/** The discovery of all operations as a curl command. */
export function discoveryCurl(origin: string, key = '<YOUR_KEY>'): string {
  return `curl ${quoted(`${origin}/v2/tools`)} \\\n  -H ${quoted(`X-API-Key: ${key}`)}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
