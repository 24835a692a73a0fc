import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Refusal } from '#kernel/errors.ts'

import { askServer, NobodyListens, pingServer, serveControl } from './control.ts'
import type { ControlHandler } from './control.ts'

let folder: string
let path: string
let close: (how?: { graceMs: number }) => Promise<void> = async () => {}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-control-'))
  path = join(folder, 'control.sock')
})
afterEach(async () => {
  await close({ graceMs: 0 })
  await rm(folder, { recursive: true })
})

async function serve(handler: ControlHandler) {
  close = (await serveControl(path, handler)).close
}

test('a request is answered after lines of progress, and several at a time', async () => {
  await serve(async (request, { progress }) => {
    progress({ done: 1 })
    progress({ done: 2 })
    return { echo: request, text: 'two\nlines' }
  })
  const steps: unknown[] = []

  const [one, two] = await Promise.all([askServer(path, { a: 1 }, (step) => steps.push(step)), askServer(path, 'b')])

  expect(one).toEqual({ echo: { a: 1 }, text: 'two\nlines' })
  expect(two).toEqual({ echo: 'b', text: 'two\nlines' })
  expect(steps).toEqual([{ done: 1 }, { done: 2 }])
})

test('refusals and faults of the handler arrive as such', async () => {
  await serve(async (request) => {
    throw request === 'refuse'
      ? new Refusal('slug_taken', 'That slug is taken: choose another')
      : new Error('disk on fire')
  })

  await expect(askServer(path, 'refuse')).rejects.toMatchObject({ name: 'Refusal', code: 'slug_taken', status: 409 })
  await expect(askServer(path, 'fail')).rejects.toThrow('disk on fire')
})

test('a server that is not there, or ends before the answer, is unavailable', async () => {
  await expect(askServer(path, 1)).rejects.toMatchObject({ code: 'unavailable' })
  const asked = Promise.withResolvers<void>()
  await serve(() => {
    asked.resolve()
    return new Promise(() => {})
  })

  const answer = askServer(path, 1).catch((error: unknown) => error)
  await asked.promise
  await close({ graceMs: 0 })

  expect(await answer).toMatchObject({ code: 'unavailable' })
  close = async () => {}
})

test('a command that runs when the server closes still gets its answer, and the next one none', async () => {
  const [asked, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  await serve(() => {
    asked.resolve()
    return finish.promise
  })
  const answer = askServer(path, 1)
  await asked.promise

  const closing = close({ graceMs: 60_000 })
  await expect(askServer(path, 2)).rejects.toMatchObject({ code: 'unavailable' })
  finish.resolve('done')

  expect(await answer).toBe('done')
  await closing
  close = async () => {}
})

test('a server that is stuck is told from one that answers anything, and from none', async () => {
  await expect(pingServer({ control: path, pid: 7 })).rejects.toBeInstanceOf(NobodyListens)
  let isStuck = false
  await serve(async () => {
    if (isStuck) return new Promise(() => {})
    throw new Refusal('not_found', 'The running server does not know this command.')
  })

  await pingServer({ control: path, pid: 7 })
  isStuck = true
  const stuck = pingServer({ control: path, pid: 7 }, 100)

  await expect(stuck).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('The server (pid 7) does not answer'),
  })
})

test('a command that ends while it is answered costs the server nothing', async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)
  process.prependOnceListener('uncaughtException', note)
  const gone = Promise.withResolvers<unknown>()
  await serve(async (_, { progress, signal }) => {
    command.destroy()
    for (let n = 0; n < 3; n++) progress({ n })
    gone.resolve(await once(signal, 'abort'))
  })
  const command = connect(path)
  command.write('1\n')

  await gone.promise

  process.off('uncaughtException', note)
  expect(uncaught).toEqual([])
})

test('what runs is told that the command which asked has ended, or that the server is about to', async () => {
  const signals: AbortSignal[] = []
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await serve((_, { signal }) => {
    asked[signals.push(signal) - 1]?.resolve()
    return once(signal, 'abort')
  })
  const command = connect(path)
  command.write('1\n')
  await asked[0]?.promise
  const answer = askServer(path, 2).catch((error: unknown) => error)
  await asked[1]?.promise

  command.destroy()
  await vi.waitFor(() => expect(signals[0]?.reason).toMatchObject({ code: 'cancelled' }))
  expect(signals[1]?.aborted).toBe(false)
  await close()

  expect(signals[1]?.reason).toMatchObject({ code: 'unavailable' })
  await answer
  close = async () => {}
})

test.runIf(process.platform !== 'win32')(
  'only the same user may open the socket, and one left behind is replaced',
  async () => {
    await serve(async () => 1)
    const { mode } = await stat(path)

    expect(mode & 0o077).toBe(0)
  },
)
