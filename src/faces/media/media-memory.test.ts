import { readFileSync } from 'node:fs'
import { connect } from 'node:net'

import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { bombPng } from '#platform/images/test-png.ts'
import { type Client, clientOf } from '#test/client.ts'
import { furnish } from '#test/furnish.ts'
import { newPlace } from '#test/new-place.ts'
import { announced } from '#test/pictures.ts'
import type { Place } from '#test/place.ts'
import { type ServerProcess, startProcess } from '#test/server-process.ts'

// One engine is enough (tests.md#one-engine-is-enough).
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const email = 'owner@example.com'
let place: Place
let server: ServerProcess
let client: Client
let key: string
beforeAll(async () => {
  place = await newPlace()
  await furnish(place.env, { email, organization: 'Northwind Media' })
  server = await startProcess(place.env)
  client = clientOf(server.url)
  key = (await client.newKey(await client.signIn(email))).secret
})
afterAll(async () => {
  await server.kill()
  await place.drop()
})

/** Resident memory of the server in bytes: now, and at its peak. */
function memory(): { now: number; most: number } {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024
  return { now: kilobytes('VmRSS'), most: kilobytes('VmHWM') }
}

test.runIf(process.platform === 'linux')('uploads that are refused raise the memory by less than 50 MB', async () => {
  const bomb = bombPng(65_535, 65_535)
  const refuseMany = async () => {
    for (let round = 0; round < 3; round++) await refuseUploads(bomb)
  }
  // What as many uploads take in passing, until it is collected, is not what they leave.
  await refuseMany()
  const { most: before } = memory()

  await refuseMany()

  expect((memory().most - before) / 1e6).toBeLessThan(50)
})

async function refuseUploads(bomb: Buffer): Promise<void> {
  expect(await Promise.all([flood(), flood(), flood(), flood()])).toEqual([413, 413, 413, 413])
  expect(await complete(bomb)).toBe('media_too_large')
}

async function complete(bytes: Buffer): Promise<string> {
  const { json } = await client.call(key, 'createMediaUpload', announced(bytes))
  await fetch(json.result.uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) })
  return (await client.call(key, 'completeMediaUpload', { mediaId: json.result.mediaId })).json.error.code
}

/** Sends more than 15 MiB to an upload that was announced with exactly that, and returns the status. */
async function flood(): Promise<number> {
  const about = { filename: 'x.png', mime: 'image/png', bytes: 15 * 1024 * 1024, sha256: '0'.repeat(64) }
  const { json } = await client.call(key, 'createMediaUpload', about)
  const { hostname, port, pathname } = new URL(json.result.uploadUrl)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => {
      socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nTransfer-Encoding: chunked\r\n\r\n`)
      const part = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536), Buffer.from('\r\n')])
      let left = 17 * 16
      const hasAnswer = () => answer !== ''
      const send = () => {
        while (left-- > 0 && !hasAnswer()) if (!socket.write(part)) return void socket.once('drain', send)
      }
      send()
    })
    socket.setEncoding('latin1')
    socket.on('data', (text) => (answer += text))
    socket.on('error', (error) => (answer === '' ? reject(error) : undefined))
    socket.on('close', () => resolve(Number(answer.split(' ')[1])))
  })
}
