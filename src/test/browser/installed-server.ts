import { join } from 'node:path'

import type { BrowserContextOptions } from '@playwright/test'

import { askServer } from '#platform/database/control.ts'
import { readLock } from '#platform/database/lock.ts'
import { placeOn } from '#test/place.ts'
import { runCommand, startProcess } from '#test/server-process.ts'
import { openGoogle } from '#test/standins/google.ts'
import { openIndexNow } from '#test/standins/indexnow.ts'
import { openLlm } from '#test/standins/llm.ts'
import { openWebflow } from '#test/standins/webflow.ts'

import { runTemplate } from './global-setup.ts'

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** An organization on a server, and its owner, signed in. */
export type Installation = {
  origin: string
  organization: { id: string; slug: string; name: string }
  owner: { email: string; password: string }
  storageState: StorageState
}

/** The services that organizations connect in tests, on this machine. */
type Standins = {
  /** What stands for Google: its sign-in, and its Search Console. */
  google: Awaited<ReturnType<typeof openGoogle>>
  indexNow: Awaited<ReturnType<typeof openIndexNow>>
  webflow: Awaited<ReturnType<typeof openWebflow>>
  /** What stands for OpenAI, whose key an organization has to store. */
  llm: Awaited<ReturnType<typeof openLlm>>
}

/** A server without an organization, and its one-time link. */
export type FreshServer = Standins & {
  origin: string
  setUpLink: string
  env: Record<string, string>
  /** Ends it as a lack of memory would: in the middle of whatever it does. */
  kill(): Promise<void>
  /** Starts it again, at the same address and with the same data. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

/** A server with organizations of as many owners as tests ask for. */
export type InstalledServer = Standins & {
  /** With examples it has the example workspace from its beginning. */
  organizationOf(name: string, withExamples?: boolean): Promise<Installation>
  stop(): Promise<void>
}

/** The person of the tests, in every installation that they start. */
export const owner = {
  email: 'owner@example.com',
  password: 'a horse on a quiet hill',
  organizationName: 'Northwind Media',
}

/** Starts the product's own entry point on a copy of the migrated database. */
export async function startFreshServer(): Promise<FreshServer> {
  const place = await placeOn(runTemplate())
  const standins: Standins = {
    google: await openGoogle(),
    indexNow: await openIndexNow(),
    webflow: await openWebflow(),
    llm: await openLlm(),
  }
  const { google, indexNow, webflow, llm } = standins
  const env = {
    ...place.env,
    DB_FSYNC: 'off',
    ALLOW_PRIVATE_NETWORK: '127.0.0.0/8',
    // Packages that installations may have, such as Lighthouse.
    NODE_PATH: join(import.meta.dirname, '../standins/packages'),
    GOOGLE_BASE_URL: google.url,
    INDEXNOW_BASE_URL: indexNow.url,
    WEBFLOW_BASE_URL: webflow.url,
    OPENAI_BASE_URL: llm.url,
    GOOGLE_CLIENT_ID: google.client.id,
    GOOGLE_CLIENT_SECRET: google.client.secret,
  }
  let server = await startProcess(env)
  const { url: origin, lines } = server
  const kill = () => server.kill()
  const startAgain = async () => {
    server = await startProcess({ ...env, PORT: new URL(origin).port })
  }
  const stop = async () => {
    await server.stop()
    for (const standin of Object.values(standins)) await standin.close()
    await place.drop()
  }
  const link = /http:\/\/127\.0\.0\.1:\d+\/setup\/[^\s"]+/
  // It comes with the line that `startProcess` waits for, or just after it.
  for (let tick = 0; tick < 1000; tick++) {
    const setUpLink = lines.map((line) => link.exec(line)?.[0]).find(Boolean)
    if (setUpLink !== undefined) return { ...standins, origin, setUpLink, env, kill, startAgain, stop }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await stop()
  throw new Error(`The server printed no set-up link:\n${lines.join('\n')}`)
}

/** The same, set up through its link. Further organizations, each with an owner of its own, are made at first use. */
export async function startInstalledServer(): Promise<InstalledServer> {
  const { origin, setUpLink, env, stop, google, indexNow, webflow, llm } = await startFreshServer()
  const made = new Map([[owner.organizationName, installed(origin, new URL(setUpLink).pathname, owner)]])
  await made.get(owner.organizationName)
  return {
    google,
    indexNow,
    webflow,
    llm,
    stop,
    organizationOf(name, withExamples = false) {
      const known = made.get(name) ?? addOrganization(origin, env, name, withExamples)
      made.set(name, known)
      return known
    },
  }
}

async function addOrganization(
  origin: string,
  env: Record<string, string>,
  name: string,
  demo: boolean,
): Promise<Installation> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const { password } = owner
  await setUp(env, { email, password, organization: name, demo })
  return installed(origin, '/session', { email, password })
}

type Asked = { email: string; password: string; organization: string; demo: boolean }

/** As `masthead setup` does, but without its process where the server that runs can be asked: most files need one. */
async function setUp(env: Record<string, string>, request: Asked): Promise<void> {
  const lock = env['DATABASE_URL'] === undefined ? await readLock(env['DATA_DIR'] ?? '') : undefined
  if (lock !== undefined) {
    await askServer(lock.control, { command: 'setup', request })
    return
  }
  const { email, password, organization } = request
  const asked = ['setup', '--email', email, '--password', password, '--organization', organization]
  if (request.demo) asked.push('--demo')
  const { code, output } = await runCommand(asked, env)
  if (code !== 0) throw new Error(`The organization was not made: ${output}`)
}

/** Signs in once, at a path of the application: what the answer sets is the session of all tests. */
async function installed(origin: string, path: string, person: Installation['owner']): Promise<Installation> {
  const answer = await fetch(`${origin}/app${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  if (!answer.ok) throw new Error(`The session was refused: ${await answer.text()}`)
  const { organizations } = await answer.json()
  const cookies = answer.headers.getSetCookie().map((line) => cookieOf(line, origin))
  const { email, password } = person
  return { origin, organization: organizations[0], owner: { email, password }, storageState: { cookies, origins: [] } }
}

function cookieOf(line: string, origin: string): StorageState['cookies'][number] {
  const [pair = ''] = line.split(';')
  const at = pair.indexOf('=')
  return {
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    domain: new URL(origin).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax',
  }
}
