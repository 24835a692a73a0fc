import { chmod, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

import { Refusal, statusOfCode } from '#kernel/errors.ts'
import type { Code } from '#kernel/errors.ts'

/** Answers one request. All values are JSON. */
export type ControlHandler = (request: unknown, asking: Asking) => Promise<unknown>

export type Asking = {
  /** Sends a line before the answer. */
  progress(step: unknown): void
  /** Aborted with a refusal when the command that asks has ended, or the server is about to: long work ends where it can be continued. */
  signal: AbortSignal
}

type Line = { progress: unknown } | { result: unknown } | { error: { message: string; code?: string } }

export type ControlServer = {
  /** Takes no more commands, tells running ones, lets them finish within `graceMs` (20 s), and cuts off the rest. */
  close(how?: { graceMs?: number }): Promise<void>
}

/** There is no server at the path: it was not started, or died and left its socket. */
export class NobodyListens extends Refusal {
  constructor(cause: unknown) {
    super('unavailable', 'The server does not answer', undefined, { cause })
  }
}

const defaultGraceMs = 20_000

/**
 * Listens for commands from this machine on a socket (or named pipe) that only the same user may open. One connection is one
 * request: a line of JSON; the answer is lines of progress and one with the result or error.
 */
export async function serveControl(path: string, handler: ControlHandler): Promise<ControlServer> {
  const isFile = process.platform !== 'win32'
  if (isFile) await rm(path, { force: true })
  const sockets = new Set<Socket>()
  const running = new Set<Promise<void>>()
  const closing = new AbortController()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const answered = answer(socket, handler, closing.signal).finally(() => running.delete(answered))
    running.add(answered)
  })
  await listen(server, path)
  if (isFile) await chmod(path, 0o600)

  return {
    async close({ graceMs = defaultGraceMs } = {}) {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      closing.abort(ended())
      const late = new AbortController()
      const grace = sleep(graceMs, undefined, { signal: late.signal }).catch(() => undefined)
      await Promise.race([Promise.all(running), grace])
      late.abort()
      for (const socket of sockets) socket.destroy()
      await closed.promise
    },
  }
}

/**
 * Asks the server that listens at `path` and waits for its answer, however long it takes. Errors of the handler are thrown with their
 * message, refusals as `Refusal`; a server that does not answer is `unavailable`.
 */
export async function askServer(
  path: string,
  request: unknown,
  onProgress: (step: unknown) => void = () => {},
): Promise<unknown> {
  return exchange(path, request, { onProgress })
}

/** How long a server may take to say anything at all, in ms: one that works answers at once, whatever else it does. */
const signOfLifeMs = 20_000

/**
 * Asks the holder of a data directory for a sign of life. Errors: `NobodyListens` where there is none, `unavailable` where it does not
 * answer, because its process is stopped or stuck.
 */
export async function pingServer(
  { control, pid }: { control: string; pid: number },
  within = signOfLifeMs,
): Promise<void> {
  const signal = AbortSignal.timeout(within)
  try {
    await exchange(control, { command: 'ping' }, { onProgress: () => {}, signal })
  } catch (error) {
    if (error instanceof NobodyListens) throw error
    // Whatever it says to this, it is there.
    if (!signal.aborted) return
    throw new Refusal(
      'unavailable',
      `The server (pid ${pid}) does not answer: its process is stopped, or stuck. Its log may say why; end it and start it again.`,
      { pid },
    )
  }
}

type Exchange = { onProgress: (step: unknown) => void; signal?: AbortSignal }

async function exchange(path: string, request: unknown, { onProgress, signal }: Exchange): Promise<unknown> {
  const socket = connect(path)
  try {
    socket.on('error', () => undefined)
    await connected(socket)
    socket.write(`${JSON.stringify(request)}\n`)
    for await (const text of createInterface({ input: socket, ...(signal === undefined ? {} : { signal }) })) {
      const line = parseLine(text)
      if ('progress' in line) onProgress(line.progress)
      else if ('error' in line) throw errorOf(line.error)
      else return line.result
    }
    throw ended()
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? ended(error) : error
  } finally {
    socket.destroy()
  }
}

function ended(cause?: unknown): Refusal {
  return new Refusal(
    'unavailable',
    'The server ended before it answered. What it had done until then is kept: run the command again.',
    undefined,
    { cause },
  )
}

async function answer(socket: Socket, handler: ControlHandler, closing: AbortSignal): Promise<void> {
  const send = (line: Line) => {
    if (socket.writable) socket.write(`${JSON.stringify(line)}\n`)
  }
  const left = new AbortController()
  socket.once('close', () => left.abort(new Refusal('cancelled', 'The command was stopped before it was done.')))
  try {
    const request = await firstLine(socket)
    if (request === undefined) return
    const signal = AbortSignal.any([closing, left.signal])
    const result = await handler(JSON.parse(request), { progress: (progress) => send({ progress }), signal })
    send({ result: result ?? null })
  } catch (error) {
    send({ error: describe(error) })
  }
  socket.end()
}

/**
 * The readline interface stays open after the line: closing it would pause the socket for good. It repeats the errors of the socket, and
 * one that nobody listens to ends the process.
 */
function firstLine(socket: Socket): Promise<string | undefined> {
  const line = Promise.withResolvers<string | undefined>()
  const lines = createInterface(socket)
  lines.once('line', line.resolve)
  lines.once('close', () => line.resolve(undefined))
  lines.on('error', () => line.resolve(undefined))
  return line.promise
}

function describe(error: unknown): { message: string; code?: string } {
  if (error instanceof Refusal) return { message: error.message, code: error.code }
  return { message: error instanceof Error ? error.message : String(error) }
}

function errorOf({ message, code }: { message: string; code?: string }): Error {
  return code !== undefined && isCode(code) ? new Refusal(code, message) : new Error(message)
}

function parseLine(text: string): Line {
  const line: Line = JSON.parse(text)
  return line
}

function listen(server: Server, path: string): Promise<void> {
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject)
  server.listen(path, listening.resolve)
  return listening.promise
}

async function connected(socket: Socket): Promise<void> {
  const ready = Promise.withResolvers<void>()
  socket.once('connect', ready.resolve)
  socket.once('error', (cause) => ready.reject(new NobodyListens(cause)))
  await ready.promise
}

function isCode(code: string): code is Code {
  return Object.hasOwn(statusOfCode, code)
}
