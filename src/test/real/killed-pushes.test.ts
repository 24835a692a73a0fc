import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { pushWhileKilled, titlesOf } from '#test/killed-pushes.ts'
import { newPlace } from '#test/new-place.ts'
import type { Place } from '#test/place.ts'

import { realServices } from './services.ts'

const articles = Number(process.env['CRASHED_PUSHES'] ?? 200)

let place: Place
beforeEach(async () => {
  place = await newPlace()
})
afterEach(() => place.drop())

describe.each(realServices)('a real $name', ({ mode, given, titles }) => {
  test(`has each of ${articles} articles once, although the server was killed twice while it pushed them`, async () => {
    const copies = async () => (await titles()).filter((title) => title.startsWith('Copy ')).toSorted()
    const service = { mode, given, copies: async () => (await copies()).length }

    const { contentMode } = await pushWhileKilled(place, service, articles)

    expect(await copies()).toEqual(titlesOf(articles))
    expect(contentMode).toBe(mode)
  })
})
