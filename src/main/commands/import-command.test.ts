import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { revertChanges } from '#areas/undo/operations/revert-changes.ts'
import { recordLostImports } from '#catalog/run/lost-imports.ts'
import { silentLog } from '#kernel/log.ts'
import type { SharedRender } from '#kernel/render.ts'
import { askServer, serveControl } from '#platform/database/control.ts'
import { createRenderer } from '#platform/render/renderer.ts'
import { connectedCms } from '#test/connected-cms.ts'
import { testDatabase } from '#test/shared-parts.ts'
import { type Stage, stage } from '#test/stage.ts'
import { openWordpress } from '#test/standins/wordpress.ts'
import { told, toldDuring } from '#test/website.ts'

import { type ImportRequest, readImportArgs, runImport } from './import-command.ts'
import { receiver, relayedOutput, terminalOutput } from './import-output.ts'

// Opening takes long on a busy machine: it is not the time of a test.
beforeAll(async () => void (await testDatabase()))

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
  await mkdir(join(folder, 'blog'))
  await writeFile(
    join(folder, 'blog/one.md'),
    '---\ntitle: One\ndate: 2020-01-02\npath: 2020/one\n---\n[Two](./two.md)\n',
  )
  await writeFile(join(folder, 'blog/two.md'), '---\ntitle: Two\nauthors: [Ada]\n---\nWords.\n')
  await writeFile(join(folder, 'blog/logo.png'), 'no picture')
})
afterEach(() => rm(folder, { recursive: true }))

function terminal(isTTY: boolean) {
  const [written, drawn]: string[][] = [[], []]
  const stream = (texts: string[]) => ({ isTTY, columns: 30, write: (text: string) => void texts.push(text) })
  const output = terminalOutput({ stdout: stream(written ?? []), stderr: stream(drawn ?? []) })
  return { output, text: () => (written ?? []).join(''), bar: () => (drawn ?? []).join('') }
}

const partsOf = ({ database, files, images }: Stage) => ({
  database,
  files,
  images,
  fetch: () => Promise.reject(new Error('this test gave the command no way to the outside')),
  webhooks: told,
  baseUrl: 'https://masthead.test',
  log: silentLog,
})

async function command(on: Stage, args: readonly string[], isTTY = false) {
  const { output, text, bar } = terminal(isTTY)
  const request = readImportArgs([join(folder, 'blog'), '--organization', on.access.organization.slug, ...args], '/')
  const code = await runImport(request, { ...partsOf(on), render: on.render, output })
  output.close()
  return { code, text: text(), bar: bar() }
}

test('a folder is imported as the owner, with a report of every file', async () => {
  const on = await stage()

  const { code, text, bar } = await command(on, [])

  expect(code).toBe(0)
  expect(text).toContain('Items      2: 2 created\n')
  expect(text).toContain('Authors    1 created\n')
  expect(text).toContain('Redirects  1 created\n')
  expect(text).toContain('  1 .png file skipped: No text shows it\n    logo.png\n')
  expect(text).toContain('    two.md: It has no date\n')
  expect(bar).toBe('')
  const { rows, records } = await on.rows(async ({ db }) => ({
    rows: await db
      .selectFrom('item')
      .innerJoin('item_body', 'item_body.item_id', 'item.id')
      .innerJoin('item_revision', 'item_revision.item_id', 'item.id')
      .select(['slug', 'content_html', 'author_type', 'user_id'])
      .orderBy('slug')
      .execute(),
    records: await db.selectFrom('audit_record').selectAll().execute(),
  }))
  const userId = on.access.actor.userId
  expect(rows[0]).toMatchObject({ slug: 'one', author_type: 'system', user_id: userId })
  expect(rows[0]?.content_html).toContain('href="/articles/two"')
  expect(records).toMatchObject([
    {
      operation: 'importItems',
      interface: 'cli',
      credential_type: 'system',
      user_id: userId,
      status: 'succeeded',
      sentence: 'Imported items',
      result_summary: { items: { created: 2 } },
    },
  ])
})

test('websites are told of what a folder brings, changes and takes off, and of where old addresses lead', async () => {
  const on = await stage({ webhooks: told })
  const page = (head: string) => `---\ntitle: Two\ndate: 2020-01-02\n${head}---\nWords.\n`
  await writeFile(join(folder, 'blog/two.md'), page(''))
  const run = () => toldDuring(on, () => command(on, []))

  const brought = await run()
  const again = await run()
  await writeFile(join(folder, 'blog/two.md'), page('slug: second\n'))
  const moved = await run()
  await writeFile(join(folder, 'blog/two.md'), page('slug: second\ndraft: true\n'))
  const gone = await run()
  const rehearsed = await toldDuring(on, () => command(on, ['--status', 'published', '--dry-run']))

  const ids = await on.rows(({ db }) => db.selectFrom('item').select(['id', 'title']).orderBy('title').execute())
  const [one, two] = ids.map(({ id }) => id)
  const inItems = brought.filter(({ reason }) => reason === 'published').flatMap(({ itemIds }) => itemIds)
  expect(inItems.toSorted()).toEqual([one, two].toSorted())
  expect(brought.at(-1)).toMatchObject({ reason: 'redirect_changed' })
  expect(again).toEqual([])
  // The other one links to it.
  expect(moved).toContainEqual({ reason: 'slug_changed', itemIds: [two] })
  expect(gone).toContainEqual({ reason: 'unpublished', itemIds: [two] })
  expect(rehearsed).toEqual([])
})

test('what a folder publishes goes to the connected CMS, too', async () => {
  const site = await openWordpress()
  const cms = await connectedCms(site)
  await writeFile(join(folder, 'blog/two.md'), '---\ntitle: Two\ndraft: true\n---\nWords.\n')

  await command(cms.on, [])
  await cms.work()

  expect([...site.posts.values()]).toMatchObject([{ title: 'One', status: 'publish' }])
  await site.close()
})

test('what the organization publishes only with an approval is not published, and says so', async () => {
  const on = await stage()
  await writeFile(join(folder, 'blog/two.md'), '---\ntitle: Two\ndraft: true\n---\nWords.\n')
  await on.call(updateOrganizationSettings, { publishingPolicy: { requireApproval: true } })

  const { code, text } = await command(on, [])

  expect(code).toBe(1)
  expect(text).toContain('The organization publishes approved items only')
  const items = await on.rows(({ db }) => db.selectFrom('item').select(['title', 'status']).execute())
  expect(items).toEqual([{ title: 'Two', status: 'draft' }])
})

test('a terminal sees a bar that grows and goes', async () => {
  const { bar, text } = await command(await stage(), ['--dry-run'], true)

  expect(text).toMatch(/^Dry run: nothing was written\.\n/)
  expect(bar).toContain('100 %')
  expect(bar.endsWith('\r\u001B[2K')).toBe(true)
})

test('an entry that fails makes the command fail, and the others stay', async () => {
  const on = await stage()
  // Long enough that its time is over first, however busy the machine is.
  const body = `${'*Words* '.repeat(10_000)}\n`
  for (const name of ['two', 'slow'])
    await writeFile(join(folder, `blog/${name}.md`), `---\ntitle: ${name}\n---\n${body}`)
  const renderer = createRenderer({ log: silentLog, timeoutMs: 0 })
  const render: SharedRender = (source) => (source.content === body ? renderer : on).render(source)

  const { code, text } = await command({ ...on, render }, [])
  await renderer.close()

  expect(code).toBe(1)
  expect(text).toContain('1 created')
  expect(text).toContain('2 post failed: The body takes longer than 0 ms to render')
})

test('a running server imports for the command and sends its lines back', async () => {
  const on = await stage()
  const path = join(folder, 'control.sock')
  const server = await serveControl(path, (request, { progress }) =>
    runImport(request as ImportRequest, {
      ...partsOf(on),
      render: on.render,
      output: relayedOutput(progress),
    }),
  )
  const { output, text, bar } = terminal(true)
  const request = readImportArgs(['blog', '--organization', on.access.organization.slug], folder)

  const code = await askServer(path, request, receiver(output))
  await server.close()

  expect(code).toBe(0)
  expect(text()).toContain('2 created')
  expect(bar()).toContain('100 %')
})

test('an import that is stopped keeps what it has written, and has its record', async () => {
  const on = await stage()
  await writeMany(60)
  const path = join(folder, 'control.sock')
  const server = await serveControl(path, (request, { progress, signal }) =>
    runImport(request as ImportRequest, {
      ...partsOf(on),
      render: on.render,
      output: relayedOutput(progress),
      signal,
    }),
  )
  const request = readImportArgs(['blog', '--organization', on.access.organization.slug], folder)

  let closing: Promise<void> | undefined
  const answer = askServer(path, request, () => void (closing ??= server.close()))

  await expect(answer).rejects.toThrow('What it had done until then is kept: run the command again.')
  await closing
  const { items, records } = await on.rows(async ({ db }) => ({
    items: await db.selectFrom('item').select('id').execute(),
    records: await db.selectFrom('audit_record').select(['operation', 'status', 'result_summary']).execute(),
  }))
  expect(items.length).toBeGreaterThan(0)
  expect(items.length).toBeLessThan(62)
  expect(records).toMatchObject([
    { operation: 'importItems', status: 'failed', result_summary: { code: 'unavailable' } },
  ])
})

test('an import whose process is killed has its record with the next round, and is taken back by it', async () => {
  const on = await stage()
  await writeMany(60)
  const request = readImportArgs(['blog', '--organization', on.access.organization.slug], folder)
  const rendering = Promise.withResolvers<void>()
  // It never comes to its end, as in a process that is gone.
  const render: SharedRender = async (asked, how) => {
    if ((await items(on)) === 0) return on.render(asked, how)
    rendering.resolve()
    return new Promise(() => {})
  }
  void runImport(request, { ...partsOf(on), render, output: terminal(false).output })
  await rendering.promise
  const record = (before: Date) =>
    on.rows(({ db }) => recordLostImports(db, { organizationId: on.access.organization.id, before, limit: 10 }))

  const soon = new Date(Date.now() + 60_000)
  const rounds = [await record(new Date(0)), await record(soon), await record(soon)]

  expect(rounds).toEqual([0, 1, 0])
  const records = await on.rows(({ db }) => db.selectFrom('audit_record').selectAll().execute())
  expect(records).toMatchObject([
    {
      operation: 'importItems',
      interface: 'cli',
      status: 'failed',
      code: 'cancelled',
      sentence: 'Could not import items (cancelled)',
    },
  ])
  const requestIds = [records[0]?.request_id as `req_${string}`]
  const { records: undone } = await on.call(revertChanges, { requestIds }, { confirm: true, ...on.inPerson() })
  expect(undone.map(({ action }) => action)).toContain('trash')
})

test.each([
  [[], 'Name one folder or file'],
  [['a', 'b', '--organization', 'x'], 'Name one folder or file'],
  [['a'], 'Name the organization'],
  [['a', '--organization', 'x', '--status', 'live'], 'There is no status "live"'],
  [['a', '--organization', 'x', '--base-url', 'example.org'], '--base-url'],
  [['a', '--organisation', 'x'], "Unknown option '--organisation'"],
])('the arguments %j are refused with the usage', (args, words) => {
  expect(() => readImportArgs(args, '/')).toThrow(words)
  expect(() => readImportArgs(args, '/')).toThrow('masthead import <folder or file>')
})

test('an unknown organization, collection or source is refused before anything happens', async () => {
  const on = await stage()
  const slug = on.access.organization.slug
  const refused = (args: readonly string[]) =>
    runImport(readImportArgs(args, folder), {
      ...partsOf(on),
      render: on.render,
      output: terminal(false).output,
    })

  await expect(refused(['blog', '--organization', 'nobody'])).rejects.toMatchObject({ code: 'not_found' })
  await expect(refused(['blog', '--organization', slug, '--collection', 'none'])).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(refused(['blog', '--organization', slug, '--pages', 'docs'])).rejects.toMatchObject({
    code: 'collection_disabled',
  })
  await expect(refused(['nowhere', '--organization', slug])).rejects.toMatchObject({ code: 'validation_failed' })
  await expect(refused(['blog/logo.png', '--organization', slug])).rejects.toMatchObject({ code: 'validation_failed' })
})

const named = '---\ntitle: Two\ntags: [Ink]\ncategories: [Paper]\n---\nWords.\n'

test('what a folder brought can be taken back', async () => {
  const on = await stage()
  await writeFile(join(folder, 'blog/two.md'), named)
  await command(on, [])
  const [record] = await on.rows(({ db }) => db.selectFrom('audit_record').select('request_id').execute())

  const undone = await on.call(
    revertChanges,
    { requestIds: [record?.request_id as `req_${string}`] },
    { confirm: true, ...on.inPerson() },
  )

  expect(undone.skipped).toEqual([])
  expect(undone.records.filter(({ action }) => action === 'trash')).toHaveLength(2)
  expect(undone.records.filter(({ type }) => type === 'term').map(({ action }) => action)).toEqual(['remove', 'remove'])
  expect(await termsOf(on)).toEqual([])
})

test('a term that a folder brought stays where another item has it by now', async () => {
  const on = await stage()
  await writeFile(join(folder, 'blog/two.md'), named)
  await command(on, [])
  const [record] = await on.rows(({ db }) => db.selectFrom('audit_record').select('request_id').execute())
  const [tag] = (await termsOf(on)).filter(({ kind }) => kind === 'tag')
  await on.call(createItem, { collectionId: 'articles', title: 'Other', tagIds: [tag?.id as never] })

  const undone = await on.call(
    revertChanges,
    { requestIds: [record?.request_id as `req_${string}`] },
    { confirm: true, ...on.inPerson() },
  )

  expect(undone.skipped).toMatchObject([{ type: 'term', id: tag?.id, code: 'in_use' }])
  expect(await termsOf(on)).toEqual([tag])
})

async function writeMany(count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await writeFile(join(folder, `blog/more-${n}.md`), `---\ntitle: More ${n}\ndate: 2020-01-02\n---\nWords.\n`)
}

/** How many there are outside the trash. */
async function items(on: Stage): Promise<number> {
  const rows = await on.rows(({ db }) => db.selectFrom('item').select('id').where('trashed_at', 'is', null).execute())
  return rows.length
}

const termsOf = (on: Awaited<ReturnType<typeof stage>>) =>
  on.rows(({ db }) => db.selectFrom('term').select(['id', 'kind']).where('kind', '<>', 'author').execute())
