import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'

import type { Files } from '#kernel/files.ts'
import { runSetUp } from '#main/commands/set-up-command.ts'
import { serve } from '#main/serve.ts'
import { readConfig } from '#platform/config/config.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { openLog } from '#platform/log/log.ts'
import type { Vault } from '#platform/vault/vault.ts'

import { type Client, clientOf, password } from './client.ts'
import { freePort } from './listening.ts'
import { newPlace } from './new-place.ts'
import type { Place } from './place.ts'
import { quickPasswords } from './quick-passwords.ts'
import { sampleChat } from './standins/sample-chat.ts'
import { sampleGoogle } from './standins/sample-google.ts'
import { sampleIndexNow } from './standins/sample-index-now.ts'
import { sampleLlm } from './standins/sample-llm.ts'

export type TestServer = {
  url: string
  /** Where it listens, behind its public address. */
  address: string
  /** The path of the one-time set-up link, without what stands before the token. */
  setUpToken: string
  env: Record<string, string>
  database: TenantDatabase
  vault: Vault
  files: Files
  client: Client
  /** Another organization and the cookie of its owner. */
  addOrganization(name: string): Promise<{ organizationId: string; userId: string; email: string; cookie: string }>
  /** Everything logged so far: the lines as they were written. */
  logged(): Promise<string>
  /** A statement of the owner of the tables, beside the server. */
  asOwner(statement: string): Promise<void>
  /** Ends the server as a signal does, and starts another one on the same data. */
  restart(): Promise<TestServer>
  /** Another node on the same database, with the same public address. On PostgreSQL only. */
  another(): Promise<TestServer>
  close(): Promise<void>
}

/**
 * The whole server on a port of its own in this process, as `masthead start` runs it, with its log in a file. On a
 * PostgreSQL that trusts its callers the password of the database may be any.
 */
export async function openServer(env: Record<string, string> = {}, databasePassword?: string): Promise<TestServer> {
  const place = await newPlace()
  const url = place.env['DATABASE_URL']
  if (url === undefined || databasePassword === undefined) return serveAt(place, env)
  const withPassword = Object.assign(new URL(url), { password: encodeURIComponent(databasePassword) })
  return serveAt(place, { ...env, DATABASE_URL: withPassword.href })
}

async function serveAt(place: Place, env: Record<string, string>): Promise<TestServer> {
  const google = await sampleGoogle()
  const all = {
    ...place.env,
    DB_FSYNC: 'off',
    SLACK_BASE_URL: (await sampleChat()).url,
    INDEXNOW_BASE_URL: (await sampleIndexNow()).url,
    ...(await modelAddresses()),
    GOOGLE_BASE_URL: google.url,
    GOOGLE_CLIENT_ID: google.client.id,
    GOOGLE_CLIENT_SECRET: google.client.secret,
    ...env,
  }
  const { config } = readConfig(all)
  const logFile = join(place.dataDir, 'log')
  const { log, flush } = openLog({ level: 'debug', format: 'json', destination: logFile })
  const serving = await serve({ config, log, onFatal: unexpected, passwords: quickPasswords })
  const client = clientOf(serving.url)
  const { database, vault, files } = serving.installation
  const stop = async () => {
    await serving.close({ delaySeconds: 0 })
    await flush()
  }

  return {
    url: serving.url,
    address: env['PORT'] === undefined ? serving.url : `http://127.0.0.1:${env['PORT']}`,
    setUpToken: /\/setup\/(\S+)/.exec(serving.setUpLink ?? '')?.[1] ?? '',
    env: all,
    database,
    vault,
    files,
    client,
    async addOrganization(name) {
      const email = `${name.toLowerCase().replaceAll(' ', '-')}@example.com`
      const { userId, organizationId } = await runSetUp(
        { email, password, organization: name, demo: false },
        { ...serving.installation, baseUrl: () => serving.url, log, passwords: quickPasswords },
      )
      return { userId, organizationId, email, cookie: await client.signIn(email) }
    },
    async logged() {
      await flush()
      return readFile(logFile, 'utf8')
    },
    async asOwner(statement) {
      const owner = env['DATABASE_URL'] ?? place.env['DATABASE_URL']
      if (owner === undefined) {
        await database.backend.pools.app.use((connection) => connection.send(statement))
        return
      }
      const connection = new pg.Client({ connectionString: owner })
      await connection.connect()
      await connection.query(statement).finally(() => connection.end())
    },
    async restart() {
      await stop()
      return serveAt(place, env)
    },
    async another() {
      const peer = { ...place, dataDir: await mkdtemp(join(place.dataDir, 'node-')), drop: async () => {} }
      return serveAt(peer, { ...env, DATA_DIR: peer.dataDir, BASE_URL: serving.url, PORT: String(await freePort()) })
    },
    async close() {
      await stop()
      await place.drop()
    },
  }
}

async function modelAddresses() {
  const { url } = await sampleLlm()
  return { OPENAI_BASE_URL: url, ANTHROPIC_BASE_URL: url, PERPLEXITY_BASE_URL: url }
}

function unexpected(error: Error): never {
  throw error
}
