import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'

import { afterEach, expect, test } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { startChild } from '#platform/database/test-child.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import { noParts, testParts } from '#test/chromium.ts'
import { listening } from '#test/listening.ts'

import { installedParts } from './installed-parts.ts'
import { openLab } from './open-lab.ts'

type Limits = NonNullable<Parameters<typeof openLab>[0]['limits']>

/** A folder with Lighthouse and its browser, for the test with the real one: `npm run test:real` installs them there. */
const folder = process.env['REAL_LAB_FOLDER']

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function listen(answer: RequestListener) {
  const asked: string[] = []
  const { url, port, server, close } = await listening((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'text/html')
    answer(request, response)
  })
  closing.push(close)
  return { asked, url, port, server }
}

async function lab(opened: readonly string[], limits: Limits = {}) {
  const outbound = openOutbound({ opened })
  closing.push(outbound.close)
  return openLab({ ...outbound, parts: await testParts(), log: silentLog, limits })
}

const never = new AbortController().signal
const profiles = () => readdirSync(tmpdir()).filter((name) => name.startsWith('masthead-lab-'))

test('a page is returned as its scripts have made it', async () => {
  const { asked, url } = await listen((request, response) => {
    if (request.url === '/words') return void response.end('Ink and paper')
    response.end(`<title>Press</title><p></p><script>
      fetch('/words', {method: 'POST'}).then((got) => got.text()).then((text) => { document.querySelector('p').textContent = text })</script>`)
  })
  const { render } = await lab(['127.0.0.0/8'])

  const html = await render(`${url}/page`, never)

  expect(html).toContain('<p>Ink and paper</p>')
  expect(asked).toContain('/words')
})

test('a page cannot reach a private address, by whatever it uses', async () => {
  const inside = await listen((_request, response) => void response.end('secret'))
  const reached: string[] = []
  inside.server.on('connection', () => reached.push('tcp'))
  const socket = createSocket('udp4', () => reached.push('udp')).bind(inside.port, '127.0.0.1')
  closing.push(async () => void socket.close())
  await once(socket, 'listening')
  const host = `127.0.0.1:${inside.port}`
  const html = `<title>page</title><img src="http://${host}/img"><script>
    fetch('http://${host}/fetch', {mode: 'no-cors'}); fetch('https://${host}/tls', {mode: 'no-cors'}); new WebSocket('ws://${host}/socket');
    new EventSource('http://${host}/events'); navigator.sendBeacon('http://${host}/beacon', 'x');
    fetch('http://localhost:${inside.port}/name', {mode: 'no-cors'}); fetch('http://[::1]:${inside.port}/six', {mode: 'no-cors'});
    const peer = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:${inside.port}'}]});
    peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    try { new WebTransport('https://${host}/transport').ready.catch(() => {}) } catch {}
    </script><iframe src="http://${host}/frame"></iframe><link rel=preconnect href="http://${host}"><link rel=prefetch href="http://${host}/later">`
  // Its own address is opened; that of what it asks for is not.
  const page = await listening((_request, response) => void response.setHeader('content-type', 'text/html').end(html))
  closing.push(page.close)
  const outbound = openOutbound({ opened: ['127.0.0.0/8'] })
  const guarded = openOutbound({ opened: [] })
  closing.push(outbound.close, guarded.close)
  const { render } = openLab({
    fetch: outbound.fetch,
    findAddress: async (url, http) => (url.port === String(page.port) ? '127.0.0.1' : guarded.findAddress(url, http)),
    parts: await testParts(),
    log: silentLog,
  })

  const shown = await render(page.url, never)

  expect(shown).toContain('<title>page</title>')
  expect(reached).toEqual([])
})

test('what cannot be shown is reported as what it is, and nothing of it stays', async () => {
  const { url } = await listen((request, response) => {
    if (request.url === '/gone') return void response.writeHead(404).end()
    response.end('<script>for (;;);</script>')
  })
  const before = profiles()
  const { render, measure, canMeasure } = await lab(['127.0.0.0/8'], { renderMs: 3000 })

  await expect(render(`${url}/gone`, never)).rejects.toMatchObject({ code: 'upstream_failed' })
  await expect(render('http://10.0.0.1/', never)).rejects.toMatchObject({ code: 'url_not_allowed' })
  await expect(render(`${url}/busy`, never)).rejects.toMatchObject({ details: { reason: 'timeout' } })
  const none = openLab({ ...openOutbound({ opened: [] }), parts: noParts, log: silentLog })
  expect(await none.canRender()).toBe(false)
  await expect(none.render(url, never)).rejects.toMatchObject({ code: 'browser_not_available' })
  if (!(await canMeasure()))
    await expect(measure(url, { device: 'mobile', signal: never })).rejects.toMatchObject({
      code: 'browser_not_available',
    })

  expect(profiles()).toEqual(before)
})

test('a page that takes more memory or bytes than it may is ended', async () => {
  const { url } = await listen((request, response) => {
    if (request.url === '/endless') return flood(response)
    response.end(request.url === '/bytes' ? '<script src=/endless></script>' : '<script>for (;;);</script>')
  })
  const small = await lab(['127.0.0.0/8'], { memoryBytes: 100_000_000 })
  const short = await lab(['127.0.0.0/8'], { loadedBytes: 1_000_000 })

  await expect(small.render(`${url}/memory`, never)).rejects.toMatchObject({ details: { reason: 'bad_response' } })
  expect(await short.render(`${url}/bytes`, never)).toContain('/endless')
})

function flood(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536))) continue
    response.once('drain', more)
  }
  more()
}

test('a page whose caller goes away is let go with the reason of that', async () => {
  const stopping = new AbortController()
  const reason = new Error('the server stops')
  const { url } = await listen((request, response) => {
    if (request.url === '/never.png') return stopping.abort(reason)
    response.end('<img src=/never.png>')
  })
  const { render } = await lab(['127.0.0.0/8'])

  await expect(render(`${url}/page`, stopping.signal)).rejects.toBe(reason)
})

test('nothing is left of a page when the server is killed', async () => {
  const { promise: isOpen, resolve } = Promise.withResolvers<void>()
  const { url } = await listen((request) => {
    // The first one is the server's own.
    if (request.headers['user-agent']?.includes('Chrome') === true) resolve()
    else request.socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n')
  })
  const before = profiles()
  const source = `
    import { openLab } from './open-lab.ts'
    import { openOutbound } from '#platform/http/safe-fetch.ts'
    import { testParts } from '#test/chromium.ts'
    import { silentLog } from '#kernel/log.ts'
    const lab = openLab({ ...openOutbound({ opened: ['127.0.0.0/8'] }), parts: await testParts(), log: silentLog })
    await lab.render('${url}', new AbortController().signal)`
  const server = startChild(source, import.meta.dirname)
  await isOpen
  const [profile = 'none'] = profiles().filter((name) => !before.includes(name))

  await server.kill('SIGKILL')

  await expect.poll(() => commandLines().filter((line) => line.includes(profile))).toEqual([])
  await expect.poll(profiles).toEqual(before)
})

/** What runs on this machine. */
function commandLines(): string[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      return [readFileSync(`/proc/${name}/cmdline`, 'utf8')]
    } catch {
      return []
    }
  })
}

test.skipIf(folder === undefined)('a real Lighthouse measures a page on both devices', async () => {
  const big = 'x'.repeat(600_000)
  const { url } = await listen((request, response) => {
    if (request.url === '/slow.css')
      return void setTimeout(() => response.setHeader('content-type', 'text/css').end(big), 800)
    response.end('<!doctype html><title>Press</title><link rel=stylesheet href=/slow.css><h1>Ink</h1><p>Words.</p>')
  })
  const outbound = openOutbound({ opened: ['127.0.0.0/8'] })
  closing.push(outbound.close)
  const found = installedParts({ chromePath: null, keepIn: `${folder}/unpacked`, folders: [folder ?? ''] })
  const { measure } = openLab({ ...outbound, parts: found, log: silentLog })

  const mobile = await measure(url, { device: 'mobile', signal: never })
  const desktop = await measure(url, { device: 'desktop', signal: never })

  expect(mobile.lcp).toBeGreaterThan(desktop.lcp ?? 0)
  expect(mobile).toMatchObject({ score: expect.any(Number), cls: expect.any(Number), ttfb: expect.any(Number) })
  expect(desktop.score).toBeGreaterThan(mobile.score)
})
