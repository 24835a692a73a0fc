import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type Client, clientOf } from './client.ts'
import { furnish } from './furnish.ts'
import { newPlace } from './new-place.ts'
import type { Place } from './place.ts'
import { type ServerProcess, startProcess } from './server-process.ts'
import { llmKey, openLlm } from './standins/llm.ts'
import type { Fault, Request } from './standins/standin.ts'

// Three processes start, next to other tests on a small machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })
const patience = { timeout: 300_000, interval: 100 }

/** 200 is the size that the product promises (visibility.md#each-cell-is-answered-once). */
const prompts = Number(process.env['VISIBILITY_PROMPTS'] ?? 12)
const samples = 3
/** The path of each provider, by which its calls are told apart. */
const paths = {
  openai: '/v1/responses',
  anthropic: '/v1/messages',
  google: '/v1beta/',
  perplexity: '/v1/agent',
} as const
type Provider = keyof typeof paths
const providers = Object.keys(paths) as Provider[]
const cells = prompts * providers.length * samples
const atOnce = 4 * providers.length

const email = 'owner@example.com'
let place: Place
let llm: Awaited<ReturnType<typeof openLlm>>
let server: ServerProcess | undefined
beforeEach(async () => {
  ;[place, llm] = await Promise.all([newPlace(), openLlm()])
})
afterEach(async () => {
  await server?.kill()
  await llm.close()
  await place.drop()
})

test('a run with faults that is killed twice has each answer once, pays it once, and stays within its limit', async () => {
  await furnish(place.env, { email, organization: 'Northwind Media' })
  let client = await start()
  const { secret: key } = await client.newKey(await client.signIn(email))
  const call = async (operation: string, input: object, options = {}) => {
    const answer = await client.call(key, operation, input, options)
    expect(answer.status, answer.text).toBe(200)
    return answer.json.result
  }
  const questions = Array.from({ length: prompts }, (_, at) => ({ text: questionOf(at) }))
  for (let from = 0; from < prompts; from += 100)
    await call('createAsvPrompts', { prompts: questions.slice(from, from + 100) })
  const engines = (await call('listAsvEngines', {})).items.filter((engine: { provider: string }) =>
    providers.includes(engine.provider as Provider),
  )
  for (const { id, provider } of engines)
    await call('updateAsvEngine', {
      engineId: id,
      enabled: true,
      model: provider === 'perplexity' ? 'perplexity/sonar' : 'priced',
    })
  const made = { name: 'All', promptFilter: {}, engineIds: engines.map(({ id }: { id: string }) => id), samples }
  const { analysis } = await call('createAsvAnalysis', made)
  const { estimate } = await call('startAsvRun', { analysisId: analysis.id }, { dryRun: true })
  // Less than all answers cost, so that the last cells are skipped; what a kill cuts off counts with the most that it can cost.
  const { expected, high } = estimate.costRange
  const maxCost = expected * 1.1 + 0.35 * 2 * atOnce * (high / cells)

  let isHanging = false
  const served = misbehave(() => isHanging)
  const { runId } = await call('startAsvRun', { analysisId: analysis.id, maxCost }, { confirm: true })
  for (const share of [0.2, 0.4]) {
    await expect.poll(served.total, patience).toBeGreaterThan(cells * share)
    isHanging = true
    await expect.poll(served.hanging, patience).toBeGreaterThan(0)
    await server?.kill()
    isHanging = false
    served.forget()
    client = await start()
  }
  const runOf = async () => (await call('getAsvRun', { runId })).run
  await expect.poll(async () => (await runOf()).state, { ...patience, interval: 500 }).not.toMatch(/queued|running/)

  const run = await runOf()
  const answers = await allAnswers(client, key, runId)
  const { ok, refused, error, skipped, planned } = run.counts
  expect([planned, ok + refused + error + skipped, run.state]).toEqual([cells, cells, 'partial'])
  expect(ok).toBeGreaterThan(cells / 4)
  expect(skipped).toBeGreaterThan(0)
  const isCell = ({ promptId, engineId, sampleNo }: Stored) => `${promptId} ${engineId} ${sampleNo}`
  expect([answers.length, new Set(answers.map(isCell)).size]).toEqual([cells, cells])
  expect(new Set(answers.map(({ errorCode }) => errorCode))).toEqual(
    new Set([null, 'truncated', 'bad_response', 'cost_limit']),
  )

  // Paid once: what is stored adds up, and the providers were paid for nothing else than what a kill cut off.
  expect(run.cost).toBeCloseTo(sum(answers.map(({ cost }) => cost ?? 0)), 5)
  expect(run.credits).toBe(answers.filter(isPaid).length)
  expect(run.unconfirmedCalls).toBeGreaterThan(0)
  expect(run.unconfirmedCalls).toBeLessThanOrEqual(2 * atOnce)
  const engineOf = new Map<string, Provider>(
    engines.map(({ id, provider }: { id: string; provider: Provider }) => [id, provider]),
  )
  let [billed, lost] = [0, 0]
  for (const provider of providers) {
    const stored = answers.filter(({ engineId, cost }) => engineOf.get(engineId) === provider && (cost ?? 0) > 0)
    const price = stored[0]?.cost ?? 0
    expect(new Set(stored.map(({ cost }) => cost)), provider).toEqual(new Set([price]))
    lost += served.answersOf(provider) - stored.length
    billed += price * served.answersOf(provider)
  }
  expect(lost).toBeGreaterThanOrEqual(0)
  expect(lost).toBeLessThanOrEqual(run.unconfirmedCalls)
  expect(run.cost).toBeLessThanOrEqual(maxCost)
  expect(billed).toBeLessThanOrEqual(maxCost)
})

const questionOf = (at: number) => `Which tool is number ${at} of them?`

/** One call in ten does not answer as it should; how often each provider answered with what it bills. */
function misbehave(isHanging: () => boolean) {
  const kinds: Fault[] = [
    { status: 429, retryAfter: '1' },
    { status: 529 },
    { status: 503 },
    'drop',
    { status: 200, html: true },
  ]
  // What a broken connection hides was answered, but nobody knows what it cost: it counts against the limit with the most
  // that it can have cost, and is not in the books.
  const answered = new Map<string, number>()
  const count = (provider: string, more: number) => answered.set(provider, (answered.get(provider) ?? 0) + more)
  for (let n = 0; n < cells * 0.08; n++) {
    const provider = providers[n % providers.length] ?? 'openai'
    const [kind, question] = [kinds[n % kinds.length] ?? 'drop', questionOf((n * 7) % prompts)]
    const isMet = ({ path, body }: Request) => path.startsWith(paths[provider]) && body.includes(question)
    llm.fail((request) => isMet(request) && (kind !== 'drop' || count(provider, -1) !== undefined), kind)
  }
  let hanging = 0
  // A hung call is one that is under way when the process is killed.
  for (let n = 0; n < 2 * atOnce; n++)
    llm.fail((request) => request.method === 'POST' && isHanging() && ++hanging > 0, 'timeout')
  llm.says(({ provider, prompt }) => {
    count(provider, 1)
    if (prompt === questionOf(5)) return { end: 'cut off', tokens: [9000, 1500] }
    return prompt === questionOf(7) ? { text: ' ', tokens: [9000, 1500] } : { text: 'Take Acme.', tokens: [9000, 1500] }
  })
  return {
    total: () => llm.asked.length,
    hanging: () => hanging,
    forget: () => void (hanging = 0),
    answersOf: (provider: Provider) => answered.get(provider) ?? 0,
  }
}

type Stored = {
  promptId: string
  engineId: string
  sampleNo: number
  state: string
  errorCode: string | null
  cost: number | null
}
const isPaid = ({ state, errorCode }: Stored) => state === 'ok' || state === 'refused' || errorCode === 'truncated'
const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)

async function allAnswers(client: Client, key: string, runId: string): Promise<Stored[]> {
  const found: Stored[] = []
  for (let page = 1; ; page++) {
    const { items } = (await client.call(key, 'listAsvAnswers', { runId, page, pageSize: 100 })).json.result
    found.push(...items)
    if (items.length < 100) return found
  }
}

async function start(): Promise<Client> {
  const address = llm.url
  // Else the window of the searches, which a call sets aside, would be most of the limit.
  const price = { inputPerMillion: 0.02, outputPerMillion: 1, perSearch: 0.001 }
  server = await startProcess({
    ...place.env,
    LOG_LEVEL: 'error',
    ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
    MODEL_PRICES: JSON.stringify({
      'openai:priced': price,
      'anthropic:priced': price,
      'google:priced': price,
      'perplexity:perplexity/sonar': price,
    }),
    ...Object.fromEntries(
      providers.flatMap((provider) => [
        [`${provider.toUpperCase()}_API_KEY`, llmKey],
        [`${provider.toUpperCase()}_BASE_URL`, address],
      ]),
    ),
  })
  return clientOf(server.url)
}
