import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inspect } from 'node:util'

import { expect, test } from 'vitest'

import { signedInTo } from '#kernel/connection.ts'
import { modelProviders } from '#kernel/model.ts'
import { Secret } from '#kernel/secret.ts'

import { ConfigError } from './config-faults.ts'
import { baseUrlOf, readConfig } from './config.ts'
import { describeConfig } from './describe-config.ts'
import type { Environment } from './env.ts'
import { aboutVariable, variableNames, variables } from './variables.ts'

const key = () => randomBytes(32).toString('base64')
const database = 'postgres://masthead_owner:canary-pass@db.test:5432/masthead'

test('an empty environment gives the defaults', () => {
  const { config, warnings } = readConfig({})

  expect(config).toEqual({
    server: {
      host: '127.0.0.1',
      port: 3000,
      baseUrl: null,
      allowHttp: false,
      trustedProxies: [],
      privateNetworks: [],
      allowedHosts: [],
      allowedOrigins: [],
      shutdownDelay: 5,
      maxConnections: 1000,
      openSignUp: false,
    },
    worker: true,
    browser: { chromePath: null, keepIn: resolve('data', 'browser') },
    dataDir: resolve('data'),
    database: {
      url: null,
      directUrl: null,
      readUrl: null,
      logins: null,
      retentionUrl: null,
      statements: 'named',
      poolMax: 10,
      fsync: true,
    },
    s3: null,
    masterKeys: null,
    mail: null,
    services: { urls: {}, clients: {} },
    models: {
      configured: Object.fromEntries(modelProviders.map((provider) => [provider, { key: null, baseUrl: null }])),
      prices: {},
    },
    webhooks: { byOrganization: expect.any(Secret), single: null },
    limits: { rateStore: 'memory', contentPerMinute: 60_000, contentCacheMb: 64 },
    oauth: { registrations: { perMinute: 20, perDay: 200 }, clientDocuments: 'auto' },
    metrics: null,
    traces: null,
    log: { level: 'info', format: 'auto' },
  })
  expect(warnings).toEqual([])
})

test('every variable is read', () => {
  const [first, second] = [key(), key()]
  const { config } = readConfig({
    HOST: '::',
    PORT: '0',
    BASE_URL: 'https://content.test/desk/',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    ALLOWED_HOSTS: 'Content.Internal, [::1]',
    MCP_ALLOWED_ORIGINS: 'https://chat.test/, http://10.0.0.1:8080',
    SHUTDOWN_DELAY: '0',
    MAX_CONNECTIONS: '20',
    OPEN_SIGN_UP: 'on',
    DATA_DIR: '/srv/masthead',
    DB_FSYNC: 'off',
    DATABASE_URL: database,
    DATABASE_APP_URL: 'postgresql://app@db.test/masthead',
    DATABASE_AUTH_URL: 'postgresql://auth@db.test/masthead',
    DATABASE_SYSTEM_URL: 'postgresql://system@db.test/masthead',
    DATABASE_STATEMENTS: 'unnamed',
    DATABASE_POOL_MAX: '3',
    MASTHEAD_KEYS: `new:${first},old:${second}`,
    SMTP_URL: 'smtps://desk:canary@mail.test',
    MAIL_FROM: 'The desk <desk@content.test>',
    RATE_LIMIT_STORE: 'auto',
    CONTENT_RATE_PER_MINUTE: '0',
    CONTENT_CACHE_MB: '0',
    LOG_LEVEL: 'warn',
    LOG_FORMAT: 'json',
  })

  expect(config.server).toEqual({
    host: '::',
    port: 0,
    baseUrl: 'https://content.test/desk',
    allowHttp: false,
    trustedProxies: ['10.0.0.0/8', '::1'],
    privateNetworks: [],
    allowedHosts: ['content.internal', '[::1]'],
    allowedOrigins: ['https://chat.test', 'http://10.0.0.1:8080'],
    shutdownDelay: 0,
    maxConnections: 20,
    openSignUp: true,
  })
  expect(config.dataDir).toBe(resolve('/srv/masthead'))
  expect(config.database.url?.reveal()).toBe(database)
  expect(config.database.logins?.system.reveal()).toBe('postgresql://system@db.test/masthead')
  expect(config.database).toMatchObject({ statements: 'unnamed', poolMax: 3, fsync: false })
  expect(config.masterKeys?.map(({ kid, key: bytes }) => [kid, bytes.reveal().toString('base64')])).toEqual([
    ['new', first],
    ['old', second],
  ])
  expect(config.mail?.server.reveal()).toBe('smtps://desk:canary@mail.test')
  expect(config.mail?.from).toBe('The desk <desk@content.test>')
  expect(config.limits).toEqual({ rateStore: 'postgres', contentPerMinute: 0, contentCacheMb: 0 })
  expect(config.log).toEqual({ level: 'warn', format: 'json' })
})

test.each<[string, Environment, string]>([
  ['a port out of range', { PORT: '70000' }, 'PORT is not a whole number from 0 to 65535'],
  ['a port in another notation', { PORT: '0x10' }, 'PORT is not a whole number'],
  ['a negative delay', { SHUTDOWN_DELAY: '-1' }, 'SHUTDOWN_DELAY is not a whole number'],
  ['half a second', { SHUTDOWN_DELAY: '0.5' }, 'SHUTDOWN_DELAY is not a whole number'],
  ['a host with a scheme', { HOST: 'http://localhost' }, 'HOST is neither an address nor a host name'],
  ['a base URL without scheme', { BASE_URL: 'content.test' }, 'BASE_URL is not an http or https URL'],
  ['a base URL with a query', { BASE_URL: 'https://content.test/?a=1' }, 'BASE_URL has a query'],
  ['a base URL with a password', { BASE_URL: 'https://a:b@content.test' }, 'BASE_URL contains a user name'],
  ['http on another machine', { BASE_URL: 'http://content.test' }, 'MASTHEAD_ALLOW_HTTP=1'],
  ['http on an address of the network', { HOST: '192.0.2.7' }, 'BASE_URL is http on another machine'],
  ['another database', { DATABASE_URL: 'mysql://db.test/masthead' }, 'DATABASE_URL is not the address'],
  ['a server without database', { DATABASE_URL: 'postgres://db.test' }, 'DATABASE_URL names no database'],
  ['a bare % in a password', { DATABASE_URL: 'postgres://a:b%c@db.test/x' }, 'DATABASE_URL has a %'],
  ['a missing certificate', { DATABASE_URL: `${database}?sslrootcert=/nowhere` }, 'names a file in sslrootcert that'],
  ['a shared counter without server', { RATE_LIMIT_STORE: 'postgres' }, 'DATABASE_URL is missing'],
  [
    'another kind of server for mail',
    { SMTP_URL: 'https://mail.test' },
    'SMTP_URL is not the address of a mail server',
  ],
  ['mail without a sender', { SMTP_URL: 'smtp://mail.test' }, 'MAIL_FROM is missing next to SMTP_URL'],
  ['two senders', { MAIL_FROM: 'a@b.test, c@d.test' }, 'MAIL_FROM is neither an address'],
  ['a sender of two lines', { MAIL_FROM: 'a\nBcc: x <a@b.test>' }, 'MAIL_FROM is neither an address'],
  ['an unknown word', { DB_FSYNC: 'yes' }, 'DB_FSYNC is neither on nor off'],
  ['an unknown level', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL is not one of debug, info'],
  ['a wrong range', { TRUSTED_PROXIES: '10.0.0.0/8,10.0.0.0/33' }, 'TRUSTED_PROXIES entry 2 is neither'],
  ['a name among proxies', { TRUSTED_PROXIES: 'proxy.test' }, 'TRUSTED_PROXIES entry 1 is neither'],
  ['a host with a port', { ALLOWED_HOSTS: 'a.test,b.test:80' }, 'ALLOWED_HOSTS entry 2 is not a host name'],
  ['a host with a path', { ALLOWED_HOSTS: 'a.test/x' }, 'ALLOWED_HOSTS entry 1 is not a host name'],
  ['any origin', { MCP_ALLOWED_ORIGINS: '*' }, 'MCP_ALLOWED_ORIGINS entry 1 is not an http'],
  ['a short key', { MASTHEAD_KEYS: `k:${randomBytes(16).toString('base64')}` }, 'MASTHEAD_KEYS entry 1 has 16 bytes'],
  ['a key of text', { MASTHEAD_KEYS: `k:${btoa('change-me-change-me-change-me-32')}` }, 'entry 1 is a placeholder'],
  ['a key of zeros', { MASTHEAD_KEYS: `a:${key()},b:${btoa('\0'.repeat(32))}` }, 'entry 2 is a placeholder'],
  ['a repeated kid', { MASTHEAD_KEYS: `a:${key()},a:${key()}` }, 'entry 2 repeats the kid'],
  ['a key without kid', { MASTHEAD_KEYS: key() }, 'entry 1 is not of the form kid:base64'],
])('%s is refused', (_case, env, expected) => {
  expect(() => readConfig(env)).toThrow(expected)
})

test.each([
  ['?sslmode=require', '?sslmode=verify-full'],
  ['?x=1&sslmode=verify-ca&y=2', '?x=1&sslmode=verify-full&y=2'],
  ['?sslmode=no-verify', '?sslmode=no-verify'],
  ['?uselibpqcompat=true&sslmode=require', '?uselibpqcompat=true&sslmode=require'],
])('a server is asked for %s as the driver does it, without its warning', (given, kept) => {
  expect(readConfig({ DATABASE_URL: database + given }).config.database.url?.reveal()).toBe(database + kept)
})

test('all faults are reported at once, with examples and without values', () => {
  const error = errorOf({
    PORT: 'canary-port',
    BASE_URL: 'http://canary.test',
    DATABASE_APP_URL: database,
    MASTHEAD_KEYS: 'k:Y2FuYXJ5',
    LOG_FORMAT: 'canary-format',
  })

  expect(error.problems.map(({ name }) => name).toSorted()).toEqual(
    [
      'BASE_URL',
      'DATABASE_AUTH_URL',
      'DATABASE_SYSTEM_URL',
      'DATABASE_URL',
      'LOG_FORMAT',
      'MASTHEAD_KEYS',
      'PORT',
    ].toSorted(),
  )
  expect(error.problems.find(({ name }) => name === 'PORT')?.example).toBe('8080')
  expect(error.message).toContain('Example: LOG_FORMAT=json')
  expect(inspect(error, { depth: 9 })).not.toMatch(/canary|Y2FuYXJ5/)
})

test('http is allowed on this machine, and elsewhere where the operator says so', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]', 'desk.localhost'])
    expect(readConfig({ BASE_URL: `http://${host}:8080` }).config.server.baseUrl).toBe(`http://${host}:8080`)
  expect(readConfig({ HOST: '192.0.2.7', MASTHEAD_ALLOW_HTTP: '1' }).config.server.allowHttp).toBe(true)
})

test('the base URL follows the host and the port that was given by the system', () => {
  expect(base({})).toBe('http://127.0.0.1:4711')
  expect(base({ HOST: '::1' })).toBe('http://[::1]:4711')
  expect(base({ HOST: '0.0.0.0' })).toBe('http://localhost:4711')
  expect(base({ BASE_URL: 'https://content.test' })).toBe('https://content.test')
  expect(readConfig({ HOST: '0.0.0.0' }).warnings).toEqual([expect.stringContaining('BASE_URL is not set')])
})

test('an unknown variable of Masthead is named with the one that was meant', () => {
  const { warnings } = readConfig({ MASTHEAD_KEY: 'canary', MASTHEAD_PORT: '80', MASTHEAD_XYZ_UVW: '1', KEYS: '1' })

  expect(warnings).toEqual([
    'MASTHEAD_KEY is not a setting of Masthead. Did you mean MASTHEAD_KEYS?',
    'MASTHEAD_PORT is not a setting of Masthead. Did you mean PORT?',
    'MASTHEAD_XYZ_UVW is not a setting of Masthead',
  ])
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '  ' }).config).toEqual(readConfig({}).config)
})

test('the effective values are shown without secrets', () => {
  const bytes = key()
  const mail = { SMTP_URL: 'smtp://desk:canary@mail.test', MAIL_FROM: 'desk@content.test' }
  const { config } = readConfig({ DATABASE_URL: database, MASTHEAD_KEYS: `k1:${bytes}`, PORT: '8080', ...mail })

  const shown = Object.fromEntries(describeConfig(config).map(({ name, value }) => [name, value]))

  expect(shown).toMatchObject({ PORT: '8080', BASE_URL: 'http://127.0.0.1:8080', RATE_LIMIT_STORE: 'postgres' })
  expect(shown).toMatchObject({ SMTP_URL: '[secret]', MAIL_FROM: 'desk@content.test' })
  expect(shown).toMatchObject({ DATABASE_URL: '[secret]', MASTHEAD_KEYS: 'k1:[secret]', LOG_LEVEL: 'info' })
  const everything = JSON.stringify([shown, config]) + inspect(config, { depth: 9, showHidden: true })
  expect(everything).not.toContain('canary')
  expect(everything).not.toContain(bytes)
})

test('a bucket is named with its key, and its address follows from its region', () => {
  const given = {
    MEDIA_STORE: 's3',
    S3_BUCKET: 'masthead-media',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'a-secret/of+forty',
  }
  const { s3 } = readConfig(given).config

  expect(s3).toMatchObject({
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    bucket: 'masthead-media',
    pathStyle: false,
  })
  expect(JSON.stringify(s3)).not.toContain('a-secret')
  expect(readConfig({ ...given, S3_ENDPOINT: 'http://127.0.0.1:9000/', S3_PATH_STYLE: 'on' }).config.s3).toMatchObject({
    endpoint: 'http://127.0.0.1:9000',
    pathStyle: true,
  })
  expect(readConfig({ ...given, MEDIA_STORE: 'local' }).config.s3).toBeNull()
  expect(errorOf({ MEDIA_STORE: 's3' }).problems.map(({ name }) => name)).toEqual([
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
  ])
})

const forms = new Set([
  'MASTHEAD_KEYS',
  'CONTENT_REVALIDATION_WEBHOOKS',
  'CONTENT_REVALIDATION_WEBHOOK_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'WEBFLOW_CLIENT_SECRET',
  'SHOPIFY_CLIENT_SECRET',
  'SLACK_CLIENT_SECRET',
])

test('every example is a value that is accepted, but for those that are no more than a form', () => {
  for (const name of variableNames) {
    const { example, description } = aboutVariable(name)
    expect(description, name).toMatch(/\.$/)
    const accepted = variables.shape[name].safeParse(example).success
    expect(accepted, `${name}=${example}`).toBe(!forms.has(name))
  }
})

test('.env.example names every setting, and nothing else', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8')

  const named = [...text.matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name]) => name)

  expect(named.toSorted()).toEqual(variableNames.toSorted())
})

test('what an operator sets for the services that people sign in to is among the settings, and in the guide', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/services.md'), 'utf8')
  const wanted = Object.keys(signedInTo).flatMap((start) => [`${start}_CLIENT_ID`, `${start}_CLIENT_SECRET`])

  expect(wanted.filter((name) => !variableNames.some((known) => known === name))).toEqual([])
  expect(wanted.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})

function base(env: Environment): string {
  return baseUrlOf(readConfig(env).config.server, 4711)
}

function errorOf(env: Environment): ConfigError {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error
  }
  throw new Error('The configuration was accepted')
}
