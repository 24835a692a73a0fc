import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createRawServer, type Server as RawServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { getSiteAuditRun } from '#areas/site-audit/operations/get-site-audit-run.ts'
import { listSiteAuditPages } from '#areas/site-audit/operations/list-site-audit-pages.ts'

import { auditStage, cleanPage, type Site, type SitePage } from './test-site.ts'

const megabytes = 1_000_000
const head = '<!doctype html><html><head><title>Hostile</title></head><body>'

/** Pages that would take a careless reader minutes, gigabytes or its stack. */
const pages: Site = {
  '/nested': head + '<div>'.repeat(400_000),
  '/line': head + 'x'.repeat(5 * megabytes),
  '/words': head + 'word '.repeat(0.99 * megabytes),
  '/refresh': `${head}<meta http-equiv="refresh" content="${' '.repeat(4.9 * megabytes)}">`,
  '/language': `<html lang="${'x'.repeat(4.9 * megabytes)}"><body>Words</body></html>`,
  '/metas': head + '<meta name="author" content="a">'.repeat(90_000),
  '/brackets': head + '<'.repeat(4.9 * megabytes),
  '/braces': head + '{{'.repeat(2.4 * megabytes),
  '/links': head + Array.from({ length: 90_000 }, (_, n) => `<a href="/links?page=${n}">${n}</a>`).join(''),
  '/json': `${head}<script type="application/ld+json">${'['.repeat(4.9 * megabytes)}</script>`,
  '/nodes': `${head}<script type="application/ld+json">[${'{"@type":"Article","headline":"x"},'.repeat(130_000)}{}]</script>`,
  '/bomb': gzipped(Buffer.alloc(200 * megabytes, 'a')),
  '/truncated-gzip': gzipped(Buffer.alloc(megabytes, 'a'), 300),
  '/to-itself': { status: 301, headers: { location: '/to-itself' } },
}

function gzipped(content: Buffer, bytes?: number): SitePage {
  return { headers: { 'content-encoding': 'gzip' }, body: gzipSync(content).subarray(0, bytes) }
}

const addressOf = (server: Server | RawServer) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** Sends headers for as long as somebody listens; it has no robots.txt. */
async function endlessHeaders(): Promise<RawServer> {
  const server = createRawServer((socket) => {
    socket.on('error', () => undefined)
    let n = 0
    const more = () => {
      while (socket.writable && socket.write(`x-header-${n++}: ${'y'.repeat(1000)}\r\n`));
      if (socket.writable) socket.once('drain', more)
    }
    socket.once('data', (request) => {
      if (request.toString('latin1').startsWith('GET /robots.txt'))
        return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      socket.write('HTTP/1.1 200 OK\r\n')
      more()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Two hosts that redirect to each other with an address that is new each time. */
async function redirectingHosts(): Promise<Server[]> {
  const servers: Server[] = []
  let n = 0
  for (const at of [0, 1]) {
    const server = createServer((_, response) => {
      const other = servers[1 - at]
      response.writeHead(302, { location: other === undefined ? '/' : `${addressOf(other)}/hop${n++}` }).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    servers.push(server)
  }
  return servers
}

test('a run over hostile pages ends, and everything else gets its turn meanwhile', async () => {
  const headers = await endlessHeaders()
  const hosts = await redirectingHosts()
  const [first] = hosts
  const elsewhere = [`${addressOf(headers)}/`, ...(first === undefined ? [] : [`${addressOf(first)}/`])]
  const links = [...Object.keys(pages), ...elsewhere].map((to) => `<a href="${to}">To ${to}</a>`).join(' ')
  const on = await auditStage({ ...pages, '/': cleanPage(0, { path: '/', body: links }) })
  await on.rows(({ db }) => db.insertInto('site_audit_setting').values({ max_pages: 60 }).execute())
  let turns = 0
  const turning = setInterval(() => turns++, 20)

  const { runId } = await on.audit()

  clearInterval(turning)
  const { run } = await on.call(getSiteAuditRun, { runId })
  expect(run).toMatchObject({ state: 'succeeded', truncated: true, pages: { requested: 60 } })
  // What reads a page in one piece leaves no turn to others while it does.
  expect(turns).toBeGreaterThan(50)
  const { items } = await on.call(listSiteAuditPages, { runId, pageSize: 100 })
  const page = (path: string) => items.find(({ url }) => url === `${on.url}${path}`)
  expect(page('/nested')).toMatchObject({ status: 200, truncated: false })
  expect(page('/line')).toMatchObject({ status: 200, truncated: true })
  expect(page('/bomb')).toMatchObject({ status: 200, truncated: true, bytes: 5 * megabytes })
  expect(page('/words')?.wordCount).toBeGreaterThan(900_000)
  expect(page('/truncated-gzip')).toBeDefined()
  expect(page('/to-itself')?.redirectChain.length).toBeGreaterThan(0)
  expect(items.find(({ url }) => url === `${addressOf(headers)}/`)).toMatchObject({ error: 'unreachable' })
  headers.close()
  for (const server of hosts) {
    server.closeAllConnections()
    server.close()
  }
  await on.close()
}, 120_000)
