import { expect, test } from 'vitest'

import { circlesOf } from './circles.ts'
import { areas, type Import, importsOf, isTest, objectionTo, readSources, roomOf } from './floors.ts'

const sources = readSources()
const product = [...sources].filter(([file]) => !isTest(file))
const imports = [...sources].flatMap(([file, text]) => importsOf(file, text))

/** The product's files outside these folders and files in which a pattern occurs. */
const holding = (pattern: RegExp, ...allowed: string[]) =>
  product
    .filter(([file, text]) => pattern.test(text) && !allowed.some((place) => file.startsWith(place)))
    .map(([file]) => file)

test('every import goes to the same room or to a floor below, and into areas by their doors', () => {
  const faults = imports.flatMap((found) => {
    const objection = objectionTo(found)
    return objection === undefined ? [] : [`${found.from} -> ${found.written}: ${objection}`]
  })

  expect(imports.length).toBeGreaterThan(1000)
  expect(faults).toEqual([])
})

test('no import leads back to where it began, not even by a type', () => {
  expect(circlesOf(imports).map((circle) => circle.join(' - '))).toEqual([])
})

test.each<[string, string, string]>([
  ['two files', "import { b } from './b.ts'", "import { a } from './a.ts'"],
  ['a type', "import { b } from './b.ts'", "import type { A } from '#std/a.ts'"],
  ['a late import', "import type { B } from '#std/b.ts'", "const a = await import('./a.ts')"],
])('a circle is seen: %s', (_name, a, b) => {
  const found = [...importsOf('std/a.ts', a), ...importsOf('std/b.ts', b), ...importsOf('std/c.ts', a)]

  expect(circlesOf(found)).toEqual([['std/a.ts', 'std/b.ts']])
})

test('every import leads to a file', () => {
  const lost = imports.filter(
    ({ from, written, to }) => !isTest(from) && /^[.#].*\.tsx?$/.test(written) && !sources.has(to),
  )

  expect(lost.map(({ from, written }) => `${from} -> ${written}`)).toEqual([])
})

test('every area has its place in the order, and a door', () => {
  const found = new Set(product.map(([file]) => roomOf(file)).filter((room) => room.startsWith('areas/')))

  const placeless = [...found].filter((room) => !areas.includes(room.slice('areas/'.length)))
  const closed = [...found].filter((room) => !sources.has(`${room}/index.ts`))
  expect(
    placeless.map((room) => `src/test/floors.ts: add '${room.slice(6)}' to \`areas\`, behind those it uses`),
  ).toEqual([])
  expect(closed.map((room) => `src/${room}/index.ts: add this file, with what others may use of ${room}`)).toEqual([])
})

test.each<[string, string, string, string]>([
  ['a floor above', 'kernel/ids.ts', "import { serve } from '#main/serve.ts'", 'main is not below kernel'],
  ['a neighbour', 'areas/content/items.ts', "import x from '#platform/log/log.ts'", 'not below areas/content'],
  ['a neighbour by type', 'platform/log/log.ts', "import type { A } from '#areas/account/index.ts'", 'is not below'],
  ['an area further right', 'areas/account/x.ts', "export * from '#areas/content/index.ts'", 'further right'],
  [
    'an area beside its door',
    'areas/content/x.ts',
    "import {\n  a,\n} from '#areas/account/credits/plan.ts'",
    'its door',
  ],
  [
    'an area of a face, beside its door',
    'faces/app/x.ts',
    "import a from '#areas/account/credits/plan.ts'",
    'its door',
  ],
  ['the own door', 'areas/content/x.ts', "import { a } from './index.ts'", 'his own door'],
  ['another face', 'faces/app/app.ts', "import { a } from '#faces/agent-api/agent-api.ts'", 'is not below'],
  ['a face from what all faces share', 'faces/http.ts', "import { a } from '#faces/app/app.ts'", 'is not below'],
  ['a folder up', 'platform/database/embedded/x.ts', "import { a } from '../pool.ts'", 'from the root'],
  ['a test', 'kernel/ids.ts', "import { a } from '#test/stage.ts'", 'only tests'],
  ['values of the catalog in the web', 'web/x.tsx', "import { a } from '#catalog/catalog.ts'", 'the web'],
  ['the kernel in the web', 'web/x.tsx', "import type { A } from '#kernel/ids.ts'", 'the web'],
  ['a late import', 'kernel/ids.ts', "const a = await import('#areas/account/index.ts')", 'is not below kernel'],
])('refused: %s', (_name, file, text, objection) => {
  const [found] = importsOf(file, text)

  expect(objectionTo(found as Import)).toContain(objection)
})

test.each([
  ['a floor below', 'main/serve.ts', "import { a } from '#std/slugs.ts'"],
  ['the own room', 'platform/database/x.ts', "import { a } from '#platform/vault/vault.ts'"],
  ['a door further left', 'areas/publishing/x.ts', "import { a } from '#areas/content/index.ts'"],
  ['what all faces share', 'faces/app/x.ts', "import { a } from '#faces/http.ts'"],
  ['types of the catalog in the web', 'web/x.ts', "import type { Catalog } from '#catalog/catalog.ts'"],
  ['a package', 'std/x.ts', "import { z } from 'zod'"],
  ['anything in a test', 'std/slugs.test.ts', "import { a } from '#main/serve.ts'"],
])('allowed: %s', (_name, file, text) => {
  const [found] = importsOf(file, text)

  expect(found?.from).toBe(file)
  expect(objectionTo(found as Import)).toBeUndefined()
})

test('the environment is read in main alone', () => {
  // In backquotes it is part of a comment of the configuration.
  expect(holding(/\bprocess\.env\b(?!`)/, 'main/')).toEqual([])
})

test('secrets are revealed where they are used, and nowhere else', () => {
  expect(
    holding(
      /\.reveal\(\)/,
      'faces/oauth/keys.ts',
      'main/installation.ts',
      'main/doctor/check-replica.ts',
      'main/doctor/examine.ts',
      'main/explain-fault.ts',
      'main/request-states.ts',
      'main/commands/as-owner.ts',
      'main/commands/roles-command.ts',
      'platform/vault/vault.ts',
      'platform/mail/mailer.ts',
      'platform/mail/smtp.ts',
      'platform/files/s3-client.ts',
      'platform/tracing/collector.ts',
      'areas/account/sign-in/totp-secrets.ts',
      'kernel/webhook-signature.ts',
      'areas/integrations/connections/open-connection.ts',
      'connectors/',
      'main/configured-webhooks.ts',
      'platform/config/config.ts',
      'platform/config/config-faults.ts',
      'platform/config/describe-config.ts',
    ),
  ).toEqual([])
})

test('the database driver is met in platform/database alone', () => {
  expect(holding(/from 'pg'|\bnew (?:pg\.)?Pool\b|@electric-sql/, 'platform/database/')).toEqual([])
})

test('the console is written by main alone', () => {
  expect(holding(/\bconsole\.\w+\(/, 'main/')).toEqual([])
})

test('the process is ended by main alone', () => {
  // In the engine's thread it ends the thread; the lab has a process of its own.
  expect(
    holding(
      /\bprocess\.exit(?:Code)?\b/,
      'main/',
      'platform/browser/lab-process.ts',
      'platform/database/embedded/worker.ts',
    ),
  ).toEqual([])
})
