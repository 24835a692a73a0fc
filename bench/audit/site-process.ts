// A website of as many pages as its argument says, each of about 10 kB, in a process of its own. Sends its address when it listens.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { wordsOf } from '#std/test-texts.ts'

const pages = Number(process.argv[2])
const branches = 10
const wordsOfPage = 1300

const server = createServer((request, response) => {
  const path = request.url ?? '/'
  const n = path === '/' ? 0 : Number(/^\/p(\d+)$/.exec(path)?.[1] ?? Number.NaN)
  if (!(n < pages)) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Nothing')
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(n))
})

server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('disconnect', () => process.exit())

/** Each page leads to ten others of its own, to the start, and to ten that many pages lead to. */
function pageOf(n: number): string {
  const own = Array.from({ length: branches }, (_, at) => n * branches + at + 1).filter((one) => one < pages)
  const common = Array.from({ length: branches }, (_, at) => at + 1)
  const links = [0, ...common, ...own].map((one) => `<a href="${one === 0 ? '/' : `/p${one}`}">Chapter ${one}</a>`)
  return `<!doctype html><html lang="en"><head><title>Chapter ${n}</title><meta name="description" content="What chapter ${n} says.">
<meta name="viewport" content="width=device-width"></head><body><nav>${links.join(' ')}</nav>
<main><h1>Chapter ${n}</h1><p>${wordsOf(wordsOfPage, n + 1)}</p></main></body></html>`
}
