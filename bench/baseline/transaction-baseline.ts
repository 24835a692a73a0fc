// A bare `pg` script that sends the messages of a recorded call again and again: the least that its transactions cost. A task
// comes as a message, what it did goes back as one.
import pg from 'pg'

import type { Outcome } from '../load/plan.ts'
import { type Message, type Recording, variations } from './recorded.ts'

/** What to send, over how many connections, and until when. */
export type TransactionTask = {
  databaseUrl: string
  recordings: readonly [Recording, Recording]
  lanes: number
  seconds: number
}

type Lane = Record<Message['role'], pg.Client>

let lanes: Promise<Lane[]> | undefined

process.on('message', async (task: TransactionTask) => process.send?.(await run(task)))

async function run({ databaseUrl, recordings, lanes: count, seconds }: TransactionTask): Promise<Outcome> {
  lanes ??= Promise.all(Array.from({ length: count }, () => openLane(databaseUrl)))
  const next = variations(...recordings)
  const times: number[] = []
  const names = new Map<string, string>()
  const [begun, before] = [performance.now(), process.cpuUsage()]
  const end = begun + seconds * 1000
  await Promise.all(
    (await lanes).map(async (lane) => {
      while (performance.now() < end) {
        const started = performance.now()
        for (const message of next()) await send(lane[message.role], message, names)
        times.push(performance.now() - started)
      }
    }),
  )
  const took = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(before)
  times.sort((a, b) => a - b)
  return {
    requests: times.length,
    seconds: took,
    requestsPerSecond: times.length / took,
    p50Ms: times[Math.floor(times.length / 2)] ?? NaN,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? NaN,
    statuses: {},
    errors: 0,
    clientCpu: (user + system) / 1e6 / took,
  }
}

/** A lane has a connection per role that requests use, as the product has pools. */
async function openLane(databaseUrl: string): Promise<Lane> {
  const connect = async (role: Message['role']) => {
    // As in the product, what is sent together does not wait for the answer before it.
    const config: pg.ClientConfig & { pipeline: true } = { connectionString: databaseUrl, pipeline: true }
    const client = new pg.Client(config)
    await client.connect()
    await client.query(`SET ROLE masthead_${role}`)
    return client
  }
  return { app: await connect('app'), auth: await connect('auth'), system: await connect('system') }
}

/** Sends the parts of a message in one write, and waits for all answers. */
async function send(client: pg.Client, { parts }: Message, names: Map<string, string>): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: { cork(): void; uncork(): void } } }).connection
  stream.cork()
  const answers = parts.map(({ text, values }) =>
    values === null ? client.query(text) : client.query({ name: nameOf(text, names), text, values: [...values] }),
  )
  stream.uncork()
  const commands = (await Promise.all(answers)).flat().map(({ command }) => command)
  if (commands.includes('ROLLBACK')) throw new Error('A recorded transaction was rolled back')
}

function nameOf(text: string, names: Map<string, string>): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const made = `bare-${names.size + 1}`
  names.set(text, made)
  return made
}
