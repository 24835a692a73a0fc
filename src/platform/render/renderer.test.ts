import { readdir, readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { setImmediate as othersHadTurn } from 'node:timers/promises'

import { afterEach, expect, test } from 'vitest'

import { askedAs } from '#kernel/asked.ts'
import { Refusal } from '#kernel/errors.ts'
import { silentLog } from '#kernel/log.ts'

import { createRenderer, type Renderer } from './renderer.ts'

const renderers: Renderer[] = []

afterEach(async () => {
  for (const renderer of renderers.splice(0)) await renderer.close()
})

// Each character opens and closes emphasis: the parser needs quadratic time.
const slow = '_a*'.repeat(100_000)

test('bodies are rendered, also many at once', async () => {
  const { render } = start()

  const rendered = await Promise.all(
    Array.from({ length: 20 }, (_, i) => render({ content: `Body **${i}**`, format: 'markdown' }, by(`org${i % 2}`))),
  )

  expect(rendered.map(({ html }) => html)).toEqual(rendered.map((_, i) => `<p>Body <strong>${i}</strong></p>`))
})

test('a body over a limit is refused with the limit and what was found', async () => {
  const { render } = start()

  expect(await refusalOf(render({ content: '<br>'.repeat(20_001), format: 'html' }))).toMatchObject({
    code: 'validation_failed',
    message: 'The body has 20001 tags, at most 20000 are allowed; simplify or split it',
    details: [{ path: '/input/content', code: 'too_many_tags' }],
  })
  expect(await refusalOf(render({ content: '<svg>'.repeat(101), format: 'markdown' }))).toMatchObject({
    message: 'The body is nested 101 levels deep, at most 100 are allowed; flatten it',
    details: [{ path: '/input/content', code: 'too_deep' }],
  })
})

test('the markup of a body is not counted in the event loop: others have their turn before it is refused', async () => {
  const { render } = start()
  const order: string[] = []

  const refusal = refusalOf(render({ content: '<br>'.repeat(20_001), format: 'html' })).then(() =>
    order.push('refused'),
  )
  await othersHadTurn()
  order.push('others')
  await refusal

  expect(order).toEqual(['others', 'refused'])
  expect(await refusalOf(render({ content: 'a'.repeat(1_000_001), format: 'html' }))).toMatchObject({
    details: [{ code: 'too_long' }],
  })
})

test('a body that misses the deadline is refused and the next one finds a new thread', async () => {
  const events: string[] = []
  const log = { ...silentLog, warn: (_: object, event: string) => events.push(event) }
  const { render } = start({ log, timeoutMs: 1000, size: 1 })

  const [late, next] = await Promise.all([
    refusalOf(render({ content: slow, format: 'markdown' })),
    render({ content: 'next', format: 'markdown' }),
  ])

  expect(late).toMatchObject({ code: 'validation_failed', details: [{ path: '/input/content', code: 'too_slow' }] })
  expect(next.html).toBe('<p>next</p>')
  expect(events).toEqual(['render given up'])
})

test('a body that needs too much memory is refused before the thread can harm the process', async () => {
  const { render } = start({ timeoutMs: 60_000, size: 1 })

  const refusal = await refusalOf(render({ content: '- '.repeat(495_000), format: 'markdown' }))

  expect(refusal.message).toBe('The body takes too much memory to render; simplify or split it')
  expect((await render({ content: 'next', format: 'markdown' })).html).toBe('<p>next</p>')
})

test('slow bodies of one organization leave the other thread to everybody else', async () => {
  const { render } = start({ timeoutMs: 500 })
  const ended: string[] = []
  const slowly = Array.from({ length: 3 }, async (_, n) => {
    await refusalOf(render({ content: slow, format: 'markdown' }, by('slow')))
    ended.push(`slow ${n}`)
  })

  for (const name of ['one', 'two', 'three']) {
    await render({ content: name, format: 'markdown' }, by(name))
    ended.push(name)
  }
  await Promise.all(slowly)

  expect(ended.filter((name) => name.startsWith('slow'))).toEqual(['slow 0', 'slow 1', 'slow 2'])
  expect(ended.indexOf('three')).toBeLessThan(ended.indexOf('slow 2'))
})

test('only the party of a body that cost its thread waits until the next thread has started', async () => {
  const { render } = start({ timeoutMs: 300 })
  const ended: string[] = []
  const rendered = (name: string, party: string) =>
    render({ content: name, format: 'markdown' }, by(party)).then(() => ended.push(name))
  await Promise.all([rendered('one thread has started', 'slow'), rendered('both have', 'other')])

  const late = refusalOf(render({ content: slow, format: 'markdown' }, by('slow')))
  const next = rendered('next of slow', 'slow')
  await late
  for (const name of ['first', 'second', 'third']) await rendered(name, 'other')
  await next

  expect(ended.slice(2)).toEqual(['first', 'second', 'third', 'next of slow'])
})

test.runIf(process.platform === 'linux')('a thread that renders leaves the processor to the others', async () => {
  const before = await priorities()
  const { render } = start({ size: 1 })
  await render({ content: 'the thread has started', format: 'markdown' })
  const own = getPriority()

  const added = (await priorities()).filter(({ thread }) => before.every((one) => one.thread !== thread))

  expect(added.filter(({ nice }) => nice > own)).toHaveLength(1)
  expect(getPriority()).toBe(own)
})

test.runIf(process.platform === 'linux')('while a body takes long, a thread is open for others', async () => {
  const before = await priorities()
  const renderer = start({ timeoutMs: 60_000 })
  const rendering = async () => {
    const added = (await priorities()).filter(({ thread }) => before.every((one) => one.thread !== thread))
    return added.filter(({ nice }) => nice > getPriority()).length
  }

  const long = renderer.render({ content: slow, format: 'markdown' }, by('slow')).catch(() => undefined)

  await expect.poll(rendering, { timeout: 60_000 }).toBe(2)
  await renderer.close()
  await long
})

test('of one organization 16 bodies wait, and the next is asked to come again', async () => {
  const renderer = start()
  const waiting = Array.from({ length: 17 }, () =>
    renderer.render({ content: slow, format: 'markdown' }, by('one')).catch(() => undefined),
  )

  expect(await refusalOf(renderer.render({ content: 'x', format: 'markdown' }, by('one')))).toMatchObject({
    code: 'rate_limited',
    retryAfter: 5,
  })
  expect((await renderer.render({ content: 'x', format: 'markdown' }, by('two'))).html).toBe('<p>x</p>')
  await renderer.close()
  await Promise.all(waiting)
})

test('a caller that goes away gives up its place', async () => {
  const renderer = start()
  const gone = new AbortController()
  const first = renderer.render({ content: slow, format: 'markdown' }, by('one')).catch(() => undefined)
  const waiting = Array.from({ length: 16 }, () =>
    refusalOf(renderer.render({ content: 'x', format: 'markdown' }, by('one', gone.signal))),
  )
  gone.abort()

  expect((await Promise.all(waiting)).map(({ code }) => code)).toEqual(waiting.map(() => 'cancelled'))
  const later = renderer.render({ content: 'x', format: 'markdown' }, by('one')).catch((error: Error) => error.message)
  await renderer.close()
  expect(await later).toBe('The renderer is closed')
  await first
})

test('a body whose caller goes away while it is rendered leaves its thread to the next one', async () => {
  const { render } = start({ timeoutMs: 60_000, size: 1 })
  await render({ content: 'the thread has started', format: 'markdown' })
  const leaving = new AbortController()
  const left = refusalOf(render({ content: slow, format: 'markdown' }, by('one', leaving.signal)))
  const next = render({ content: 'next', format: 'markdown' }, by('two'))
  await new Promise(setImmediate)

  leaving.abort()

  expect((await left).code).toBe('cancelled')
  expect((await next).html).toBe('<p>next</p>')
})

test('whoever asks by a request asks until that is over', async () => {
  const { render } = start({ size: 1 })
  const leaving = new AbortController()
  const first = render({ content: 'first', format: 'markdown' }, by('one'))
  const left = askedAs({ gone: () => leaving.signal }, () => refusalOf(render({ content: 'x', format: 'markdown' })))

  leaving.abort()

  expect((await left).code).toBe('cancelled')
  expect((await first).html).toBe('<p>first</p>')
})

test('the event loop runs on while a body is rendered', async () => {
  const { render } = start({ timeoutMs: 1000 })
  let turns = 0
  const ticking = setInterval(() => turns++, 10)

  await refusalOf(render({ content: slow, format: 'markdown' }))
  clearInterval(ticking)

  expect(turns).toBeGreaterThan(10)
})

test('what waits when the renderer closes is rejected, and nothing begins afterwards', async () => {
  const renderer = start({ size: 1 })
  const [running, waiting] = [
    renderer.render({ content: slow, format: 'markdown' }),
    renderer.render({ content: 'x', format: 'markdown' }),
  ]
  const outcomes = Promise.allSettled([running, waiting])

  await renderer.close()

  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(renderer.render({ content: 'x', format: 'markdown' })).rejects.toThrow('The renderer is closed')
})

/** The priority that the system knows of each thread of this process. */
async function priorities() {
  const threads = await readdir('/proc/self/task')
  const stats = await Promise.all(
    threads.map((thread) => readFile(`/proc/self/task/${thread}/stat`, 'utf8').catch(() => '')),
  )
  // Behind the name, which may contain spaces: the state, and 15 fields later the nice value.
  return threads.map((thread, n) => ({ thread, nice: Number(stats[n]?.split(') ').at(-1)?.split(' ')[16]) }))
}

function by(party: string, signal?: AbortSignal) {
  return { asker: { party, rank: 'call', signal } as const }
}

function start(options: Partial<Parameters<typeof createRenderer>[0]> = {}): Renderer {
  const renderer = createRenderer({ log: silentLog, ...options })
  renderers.push(renderer)
  return renderer
}

async function refusalOf(rendering: Promise<unknown>): Promise<Refusal> {
  const [outcome] = await Promise.allSettled([rendering])
  if (outcome.status === 'rejected' && outcome.reason instanceof Refusal) return outcome.reason
  throw new Error('It was not refused')
}
