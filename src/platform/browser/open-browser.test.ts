import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'

import { afterEach, expect, test } from 'vitest'

import { silentLog } from '#kernel/log.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'
import { noParts, testParts } from '#test/chromium.ts'
import { listening } from '#test/listening.ts'

import { openBrowser } from './open-browser.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function listen(answer: RequestListener) {
  const asked: string[] = []
  const { url, port, server, close } = await listening((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  closing.push(close)
  return { asked, url, port, server }
}

async function browser(opened: readonly string[]) {
  const outbound = openOutbound({ opened })
  closing.push(outbound.close)
  return openBrowser({ fetch: outbound.fetch, parts: await testParts(), log: silentLog })
}

const never = new AbortController().signal
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })

test('a page is shown with its pictures and styles, all by the guarded client', async () => {
  const { asked, url } = await listen((request, response) => {
    if (request.url === '/style.css') return response.setHeader('content-type', 'text/css').end('body{background:#f00}')
    response.setHeader('content-type', 'text/html').end('<link rel=stylesheet href=/style.css><h1>Ink</h1>')
  })
  const { capture } = await browser(['127.0.0.0/8'])

  const png = await capture(`${url}/page`, never)

  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(sizeOf(png)).toEqual({ width: 1280, height: 800 })
  expect(asked).toEqual(['/page', '/style.css'])
})

test('a page cannot reach a private address, by whatever it uses', async () => {
  const inside = await listen((_request, response) => void response.end('secret'))
  const { host } = new URL(inside.url)
  const reached: string[] = []
  inside.server.on('connection', () => reached.push('tcp'))
  const socket = createSocket('udp4', () => reached.push('udp')).bind(inside.port, '127.0.0.1')
  closing.push(async () => void socket.close())
  await once(socket, 'listening')
  const html = `<img src="http://${host}/img"><script>
    fetch('http://${host}/fetch', {mode: 'no-cors'}); new WebSocket('ws://${host}/socket');
    new EventSource('http://${host}/events'); navigator.sendBeacon('http://${host}/beacon', 'x');
    const peer = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:${inside.port}'}]});
    peer.createDataChannel('x'); peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    </script><iframe src="http://${host}/frame"></iframe><link rel=preconnect href="http://${host}">`
  const outbound = openOutbound({ opened: [] })
  closing.push(outbound.close)
  // The page itself is on the public network: the guard sees every other request unchanged.
  const { capture } = openBrowser({
    fetch: async (address, rules) =>
      address.startsWith('https://page.example/')
        ? { status: 200, headers: new Headers({ 'content-type': 'text/html' }), body: Buffer.from(html), url: address }
        : outbound.fetch(address, rules),
    parts: await testParts(),
    log: silentLog,
  })

  await capture('https://page.example/', never)

  expect(reached).toEqual([])
})

test('what cannot be shown is reported as what it is', async () => {
  const { url } = await listen((_request, response) => void response.writeHead(404).end())
  const { capture } = await browser(['127.0.0.0/8'])

  await expect(capture(`${url}/gone`, never)).rejects.toMatchObject({ code: 'upstream_failed' })
  await expect(capture('http://10.0.0.1/', never)).rejects.toMatchObject({ code: 'url_not_allowed' })
  const none = openBrowser({ fetch: () => Promise.reject(new Error('unused')), parts: noParts, log: silentLog })
  expect(await none.isAvailable()).toBe(false)
  await expect(none.capture(url, never)).rejects.toMatchObject({ code: 'browser_not_available' })
})

test('a page whose caller goes away is let go with the reason of that, and is no refusal', async () => {
  const stopping = new AbortController()
  const reason = new Error('the server stops')
  const { url } = await listen((request, response) => {
    if (request.url === '/never.png') return stopping.abort(reason)
    response.setHeader('content-type', 'text/html').end('<img src=/never.png>')
  })
  const { capture } = await browser(['127.0.0.0/8'])

  await expect(capture(`${url}/page`, stopping.signal)).rejects.toBe(reason)
})

test('a page whose caller is gone before the browser has started is not asked for', async () => {
  const { asked, url } = await listen((_request, response) => void response.end('late'))
  const { capture } = await browser(['127.0.0.0/8'])

  await expect(capture(url, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')

  expect(asked).toEqual([])
})
