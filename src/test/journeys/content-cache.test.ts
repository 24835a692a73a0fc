import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { serverUrl } from '#platform/database/test-server.ts'
import { type Client, clientOf } from '#test/client.ts'
import { contentApi } from '#test/content-stage.ts'
import { openServer, type TestServer } from '#test/server.ts'
import { openWordpress } from '#test/standins/wordpress.ts'

// The Content API before its cache, over real HTTP: what was acknowledged is seen, on this node at once and on another within a
// second, and nobody gets a byte of somebody else's (content-api.md#final-bytes).

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any
type Organization = { id: string; key: string; cookie: string; collectionId: string; mark: string }
type Node = { client: Client; server: TestServer }

let nodes: [Node, ...Node[]]
let organizations: Organization[]
let words = 0

beforeAll(async () => {
  const server = await openServer({ ALLOW_PRIVATE_NETWORK: '127.0.0.0/8' })
  nodes = [{ server, client: clientOf(server.address) }]
  if (serverUrl !== undefined) {
    const other = await server.another()
    nodes.push({ server: other, client: clientOf(other.address) })
  }
  organizations = [await newOrganization('Acme'), await newOrganization('Birch')]
})
afterAll(async () => {
  for (const { server } of nodes.toReversed()) await server.close()
})

async function newOrganization(name: string): Promise<Organization> {
  const [{ server, client }] = nodes
  const { organizationId, cookie } = await server.addOrganization(name)
  const key = (await client.newKey(cookie)).secret
  const collectionId = (await client.call(key, 'listCollections', {})).json.result.items[0].id
  return { id: organizationId, key, cookie, collectionId, mark: `of-${name.toLowerCase()}` }
}

async function write(node: Node, { key }: Organization, operation: string, input: object): Promise<Json> {
  const answer = await node.client.call(key, operation, input, { confirm: true })
  if (answer.status !== 200) throw new Error(`${operation}: ${answer.text}`)
  return { ...answer.json.result, revision: answer.headers.get('x-content-revision') }
}

async function article(node: Node, own: Organization): Promise<{ id: string; slug: string }> {
  const title = `Article ${words++} ${own.mark}`
  const made = await write(node, own, 'createItem', { collectionId: own.collectionId, title, content: 'Words.' })
  const { id, slug } = made.item
  await write(node, own, 'publishItem', { id })
  return { id, slug }
}

const titleAt = async ({ client }: Node, { id }: Organization, slug: string, query = '') => {
  const answer = await client.send(`/v1/${id}/articles/${slug}${query}`)
  return { status: answer.status, title: answer.json?.data?.attributes.title, headers: answer.headers }
}

function nth<T>(list: readonly T[], n: number): T {
  const entry = list[n]
  if (entry === undefined) throw new Error('there is none')
  return entry
}

const pathsOf = ({ id }: Organization, slugs: readonly string[]) =>
  ['articles', 'posts', 'articles?status=all', 'tags', 'collections', 'media', 'sitemap.xml', 'feed.xml', 'llms.txt']
    .concat(
      slugs.map((slug) => `articles/${slug}`),
      ['articles?search=words', 'articles?_fields=all', 'articles/none'],
    )
    .map((path) => `/v1/${id}/${path}`)

describe('a hit', () => {
  test('has the bytes, validators and headers of the answer that was read', async () => {
    const [own] = organizations as [Organization]
    const [node] = nodes
    const { slug } = await article(node, own)
    for (const accept of ['identity', 'gzip', 'br']) {
      const path = `/v1/${own.id}/articles/${slug}?include=tags&unknown=${accept}`
      const headers = { 'Accept-Encoding': accept }
      const [read, kept] = [await node.client.send(path, { headers }), await node.client.send(path, { headers })]
      const etag = read.headers.get('etag') ?? ''
      const unchanged = await node.client.send(path, { headers: { ...headers, 'If-None-Match': etag } })
      const without = (answer: { headers: Headers }) =>
        [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))

      expect([kept.status, kept.text, without(kept)]).toEqual([200, read.text, without(read)])
      expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([304, '', etag])
      expect(kept.headers.get('x-request-id')).toMatch(/^req_/)
    }
  })

  test('is one for requests that differ only in what does not count', async () => {
    const [own] = organizations as [Organization]
    const [{ client }] = nodes
    const answers = await Promise.all(
      ['per_page=5&page=1', 'page=1&per_page=5', 'page=1&x=1&per_page=5'].map((query) =>
        client.send(`/v1/${own.id}/articles?${query}`),
      ),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1)
  })

  test('to HEAD has no body, and a body in the request is left to the slow way', async () => {
    const [own] = organizations as [Organization]
    const [{ client }] = nodes
    const path = `/v1/${own.id}/articles`
    const headers = { 'Accept-Encoding': 'identity' }
    const read = await client.send(path, { headers })
    const head = await client.send(path, { method: 'HEAD', headers })
    const posted = await client.send(path, { method: 'POST', body: '{}' })
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
      200,
      '',
      String(Buffer.byteLength(read.text)),
    ])
    expect(posted.status).toBe(405)
  })
})

describe('the revision of a write', () => {
  test('is named by the answer, and demanded by min_revision', async () => {
    const [own] = organizations as [Organization]
    const { id, slug } = await article(nodes[0], own)
    const path = `/v1/${own.id}/articles/${slug}`
    for (const node of nodes) await node.client.send(path)

    const { revision } = await write(nodes[0], own, 'updateItem', { id, title: `Renamed ${own.mark}` })

    expect(revision).toMatch(new RegExp(String.raw`^(?:\*:\d+,)?${own.collectionId}:\d+$`))
    for (const node of nodes) {
      const { title, headers } = await titleAt(node, own, slug, `?min_revision=${revision}`)
      expect([title, headers.get('cache-control')]).toEqual([`Renamed ${own.mark}`, 'private, no-store'])
    }
    const list = await nodes[0].client.send(`/v1/${own.id}/articles?min_revision=${revision}&page=1`)
    expect(list.json.links.self).toBe(`/v1/${own.id}/articles?page=1`)
  })

  test('that never was is waited for in vain, and nonsense is refused', async () => {
    const [own] = organizations as [Organization]
    const ask = (value: string) => nodes[0].client.send(`/v1/${own.id}/articles?min_revision=${value}`)
    const never = await ask(`${own.collectionId}:999999999`)

    expect([never.status, never.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await ask('soon')).status).toBe(400)
  })

  test('is missing where nothing public changed', async () => {
    const [own] = organizations as [Organization]
    const read = await write(nodes[0], own, 'listCollections', {})
    const topic = await write(nodes[0], own, 'createBlogTopic', {
      topic: 'What nobody sees',
      primaryKeyword: 'unseen',
      angle: 'None',
      collectionPresetId: own.collectionId,
    })
    expect([read.revision, topic.revision]).toEqual([null, null])
  })
})

test('writers and readers of two organizations: nobody reads what is out of date, or of another', async () => {
  const all = await Promise.all(
    organizations.map(async (own) => {
      const articles = []
      for (const node of nodes) articles.push(await article(node, own))
      return { own, articles }
    }),
  )
  const step = fc.record({
    organization: fc.nat({ max: 1 }),
    node: fc.nat({ max: nodes.length - 1 }),
    article: fc.nat({ max: nodes.length - 1 }),
    what: fc.constantFrom('title', 'title', 'tag', 'hide', 'show', 'rename', 'read', 'read'),
  })
  const paths = ({ own, articles }: (typeof all)[number]) =>
    pathsOf(
      own,
      articles.map(({ slug }) => slug),
    )

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
      // Writers of one article commit in any order, which their revisions tell: nobody reads what is before the own write.
      const revisions = new Map<string, number>()
      const reads: { written: string; seen: string }[] = []
      const turns = steps.map(async ({ organization, node: at, article: which, what }, n) => {
        const place = nth(all, organization)
        const [{ own }, node, { id, slug }] = [place, nth(nodes, at), nth(place.articles, which)]
        if (what === 'read') {
          // One after the other: all of them at once are more connections than an address has.
          for (const path of paths(place)) await node.client.send(path)
          return
        }
        if (what === 'rename')
          return void (await write(node, own, 'updateOrganizationSettings', {
            siteUrl: `https://${own.mark}${n}.example`,
          }))
        if (what === 'hide' || what === 'show')
          return void (await node.client.call(
            own.key,
            what === 'hide' ? 'unpublishItem' : 'publishItem',
            { id },
            { confirm: true },
          ))
        if (what === 'tag')
          return void (await write(node, own, 'createTaxonomyTerm', {
            taxonomy: 'tag',
            name: `Tag ${words++} ${own.mark}`,
          }))
        const { item, revision } = await write(node, own, 'updateItem', { id, title: `Title ${words++} ${own.mark}` })
        revisions.set(item.title, Number(revision.split(`${own.collectionId}:`)[1]))
        const seen = await titleAt(node, own, slug)
        if (seen.status === 200) reads.push({ written: item.title, seen: seen.title })
        for (const other of nodes) {
          const demanded = await titleAt(other, own, slug, `?min_revision=${revision}`)
          expect([200, 404]).toContain(demanded.status)
        }
      })
      await Promise.all(turns)
      const older = reads.filter(
        ({ written, seen }) => !((revisions.get(seen) ?? Number.NaN) >= (revisions.get(written) ?? Number.NaN)),
      )
      expect(older).toEqual([])
      await agree()
    }),
    { numRuns: 6 },
  )

  /** What every node says is what the database says, on this node at once, on the others within a second. */
  async function agree(): Promise<void> {
    const truth = contentApi(nodes[0].server.database, undefined, nodes[0].server.url)
    for (const place of all) {
      const expected = await Promise.all(paths(place).map(async (path) => (await truth(path)).text))
      const until = performance.now() + 1000
      for (const node of nodes)
        for (;;) {
          const answers = await Promise.all(paths(place).map(async (path) => (await node.client.send(path)).text))
          if (performance.now() < until && answers.some((text, at) => text !== expected[at])) continue
          expect(answers).toEqual(expected)
          const stranger = organizations.find(({ id }) => id !== place.own.id)
          expect(answers.filter((text) => text.includes(stranger?.mark ?? '?'))).toEqual([])
          break
        }
    }
  }
})

test.skipIf(serverUrl === undefined)(
  'a node that hears nothing any more knows of a change within a second',
  async () => {
    const [own] = organizations as [Organization]
    const [writer, reader] = nodes as [Node, Node]
    const { id, slug } = await article(writer, own)
    await titleAt(reader, own, slug)
    const deaf = `select pg_terminate_backend(pid) from pg_stat_activity
    where query like 'LISTEN masthead_content%' and datname = current_database()`
    await writer.server.asOwner(deaf)

    await write(writer, own, 'updateItem', { id, title: `Unheard ${own.mark}` })
    const until = performance.now() + 1000
    while (performance.now() < until && (await titleAt(reader, own, slug)).title !== `Unheard ${own.mark}`);

    expect((await titleAt(reader, own, slug)).title).toBe(`Unheard ${own.mark}`)
  },
)

test('from the moment that the mode changes nobody reads an article, and back from the moment that it returns', async () => {
  const site = await openWordpress()
  const own = await newOrganization('Cedar')
  const [writer] = nodes
  const { slug } = await article(writer, own)
  const connected = await writer.client.inApp(own.cookie, 'setConnectorSecret', site.given, { confirm: true })
  expect(connected, connected.text).toMatchObject({ status: 200 })
  const paths = [`articles/${slug}`, 'articles', 'sitemap.xml'].map((path) => `/v1/${own.id}/${path}`)

  for (const { mode, before, after } of [
    { mode: 'wordpress', before: 200, after: 403 },
    { mode: 'headless', before: 403, after: 200 },
  ]) {
    const seen: { node: Node; path: string; began: number; status: number }[] = []
    const over = new AbortController()
    const readers = nodes.flatMap((node) =>
      paths.map(async (path) => {
        while (!over.signal.aborted) {
          const began = performance.now()
          seen.push({ node, path, began, status: (await node.client.send(path)).status })
        }
      }),
    )
    await expect.poll(() => seen.length).toBeGreaterThan(paths.length * nodes.length * 3)

    await write(writer, own, 'setContentMode', { mode })
    const acknowledged = performance.now()
    const late = (node: Node) =>
      seen.filter((one) => one.node === node && one.began > acknowledged + (node === writer ? 0 : 1000))
    await expect.poll(() => nodes.every((node) => late(node).length > paths.length), { timeout: 10_000 }).toBe(true)
    over.abort()
    await Promise.all(readers)

    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([before, after]))
    for (const node of nodes) {
      expect(new Set(late(node).map(({ status }) => status))).toEqual(new Set([after]))
      for (const path of paths) {
        const statuses = seen.filter((one) => one.node === node && one.path === path).map(({ status }) => status)
        // Each reader asks one request after the other: what it was told once is never taken back.
        expect(statuses.slice(statuses.indexOf(after))).not.toContain(before)
      }
    }
  }
  await site.close()
})
