import { Refusal } from '#kernel/errors.ts'
import type { Config } from '#platform/config/config.ts'

import { explainDatabaseFault } from './explain-database-fault.ts'

/** One plain sentence on what stops a command, and how to fix it: for the operator, never a stack trace. */
export function explainFault(error: unknown, config: Config): string {
  const url = config.database.url?.reveal()
  for (const cause of causesOf(error)) {
    const words =
      ofAddress(cause, config) ??
      ofFolder(cause, config) ??
      ofFullDisk(cause) ??
      ofNamedFolder(cause) ??
      ofLock(cause, config) ??
      (url === undefined ? undefined : explainDatabaseFault(cause, url))
    if (words !== undefined) return words
  }
  return error instanceof Error ? error.message : String(error)
}

function ofAddress(error: Error, { server: { host, port }, metrics }: Config): string | undefined {
  const { code, syscall, hostname } = systemFault(error)
  if (syscall === 'getaddrinfo' && hostname === host) return wrongHost(host)
  if (syscall !== 'listen') return undefined
  if (code === 'EADDRINUSE' && metrics?.port === port)
    return `METRICS and PORT name the same port, ${port}. Choose another one for METRICS.`
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is in use by another program. Stop that program, or choose another port: PORT=${port === 65_535 ? 3000 : port + 1}`
  if (code === 'EACCES')
    return `This user may not listen on port ${port}. Choose a port from 1024 on, such as PORT=3000, and put a proxy in front of it.`
  return code === 'EADDRNOTAVAIL' ? wrongHost(host) : undefined
}

const wrongHost = (host: string) =>
  `This machine does not have the address ${host}. Set HOST to 127.0.0.1 for this machine only, or to 0.0.0.0 for every address that it has.`

function ofFolder(error: Error, { dataDir }: Config): string | undefined {
  const { code, path, syscall } = systemFault(error)
  if (path === undefined || !(path.startsWith(dataDir) || dataDir.startsWith(path))) return undefined
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk of the data directory ${dataDir} is full. Free some space and start again.`
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `The data directory ${dataDir} cannot be created, because a part of its path is a file. Name another folder with DATA_DIR.`
  if (code === 'ENOENT' && syscall === 'mkdir')
    return `The data directory ${dataDir} cannot be created: no folder can be made at ${path}. Name another one with DATA_DIR.`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `The data directory ${dataDir} cannot be used: ${path} is closed to this user (${code}). Give it to the user who runs Masthead, or name another folder with DATA_DIR.`
  return undefined
}

/** Of a folder that a command was given. */
function ofNamedFolder(error: Error): string | undefined {
  const { code, path, syscall } = systemFault(error)
  if (path === undefined || !['mkdir', 'stat', 'open', 'scandir'].includes(syscall ?? '')) return undefined
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `${path} is closed to this user (${code}). Give it to the user who runs this command, or name another place.`
  if (code === 'ENOTDIR' || (code === 'EEXIST' && syscall === 'mkdir'))
    return `${path} cannot be used, because a part of its path is a file. Name another place.`
  return code === 'ENOENT' && syscall === 'mkdir' ? `No folder can be made at ${path}. Name another place.` : undefined
}

/** Of any folder; what a server says that does the work has only its message. */
function ofFullDisk(error: Error): string | undefined {
  if (!/^(ENOSPC|EDQUOT)\b/.test(systemFault(error).code ?? error.message)) return undefined
  const where = /'([^']+)'$/.exec(error.message)?.[1] ?? 'what was written to'
  return `The disk of ${where} is full. Free some space and run the command again.`
}

function ofLock(error: Error, { dataDir }: Config): string | undefined {
  if (!(error instanceof Refusal) || !error.message.startsWith('server is running')) return undefined
  return `The data directory ${dataDir} is in use: ${error.message}. DATA_DIR names another folder.`
}

type SystemFault = { code?: string; syscall?: string; path?: string; hostname?: string }

/** What Node.js adds to the errors of the system. */
function systemFault(error: Error): SystemFault {
  const fields = ['code', 'syscall', 'path', 'hostname'] as const
  return Object.fromEntries(fields.flatMap((name) => textOf(error, name)))
}

function textOf(error: Error, name: string): [string, string][] {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? [[name, value]] : []
}

/** The error and what caused it, the outermost first. */
function causesOf(error: unknown): Error[] {
  const found: Error[] = []
  for (let at = error; at instanceof Error && !found.includes(at); at = at.cause) found.push(at)
  return found
}
