import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'

import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'

import type { DecodedImage } from '#kernel/images.ts'

import { createImages } from './images.ts'
import { bombPng, pngOf } from './test-png.ts'

const run = promisify(execFile)
const images = createImages()
// The first use disables every loader except those of the accepted types, for this whole process.
beforeAll(async () => void (await images(await photo(10, 10).png().toBuffer())))

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'

function photo(width: number, height: number) {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  return sharp({ create: { width, height, channels: 3, background: '#336699', noise } })
}

function loadsSvg(): Promise<boolean> {
  return sharp(Buffer.from(svg))
    .png()
    .toBuffer()
    .then(
      () => true,
      () => false,
    )
}

async function plain(width: number, height: number, colour = '#cc2211') {
  return sharp({ create: { width, height, channels: 3, background: colour } })
}

const named = ({ renditions }: DecodedImage) => renditions.map(({ width, format }) => `${width}.${format}`)

describe('an image', () => {
  test.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)(
    'of the type %s is encoded again in every size',
    async (format) => {
      const bytes = await photo(700, 350)
        .toFormat(format, format === 'avif' ? { effort: 0 } : {})
        .toBuffer()
      const image = await images(bytes)

      expect(image.type).toBe(`image/${format}`)
      expect(named(image)).toEqual([320, 640, 700].flatMap((width) => [`${width}.avif`, `${width}.webp`]))
      expect(image.aspectRatio).toBe('2:1')
      for (const { format: made, width, height, bytes: content } of image.renditions) {
        const found = await readable(made, content)
        expect([found.width, found.height]).toEqual([width, height])
      }
    },
  )

  test('is never enlarged, and its largest size is 1,920', async () => {
    expect(named(await images(await photo(100, 50).png().toBuffer()))).toEqual(['100.avif', '100.webp'])
    expect(named(await images(await photo(2500, 100).jpeg().toBuffer())).at(-1)).toBe('1920.webp')
  })

  test('that is far higher than wide keeps its proportions within what a format can hold', async () => {
    const { renditions } = await images(await (await plain(1000, 20_000)).png().toBuffer())

    expect(renditions.at(-1)).toMatchObject({ width: 410, height: 8192 })
  })

  test('stands upright, and tells neither where nor by whom it was taken', async () => {
    const bytes = await photo(400, 200)
      .withExif({
        IFD0: { Artist: 'CAMERA-OWNER', Orientation: '6' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 30/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const withMore = Buffer.concat([bytes, Buffer.from('TRAILING <script>alert(1)</script>')])
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    const { renditions } = await images(withMore)

    expect(renditions.at(-1)).toMatchObject({ width: 200, height: 400 })
    for (const { bytes: content } of renditions) {
      const text = content.toString('latin1')
      for (const trace of ['CAMERA-OWNER', 'GPS', 'Exif', 'TRAILING', 'script', 'ICC_PROFILE'])
        expect(text).not.toContain(trace)
    }
  })

  test('that moves gives its first frame', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map(async (colour) => (await plain(40, 40, colour)).png().toBuffer()),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const { palette, renditions } = await images(gif)

    expect(renditions.at(-1)).toMatchObject({ width: 40, height: 40 })
    expect(palette.dominant).toBe('#ff0000')
  })

  test('with a transparent ground keeps it', async () => {
    const ground = { r: 0, g: 0, b: 0, alpha: 0 }
    const bytes = await sharp({ create: { width: 20, height: 20, channels: 4, background: ground } })
      .png()
      .toBuffer()
    const { renditions, palette } = await images(bytes)

    expect((await readable('webp', renditions.at(-1)?.bytes ?? Buffer.alloc(0))).hasAlpha).toBe(true)
    expect(palette.dominant).toBe('#ffffff')
  })

  test.each([
    ['grey', async () => (await plain(30, 30)).greyscale().png().toBuffer()],
    ['of 16 bits', async () => (await plain(30, 30)).toColourspace('rgb16').png().toBuffer()],
    ['in CMYK', async () => (await plain(30, 30)).toColourspace('cmyk').jpeg().toBuffer()],
  ])('that is %s is read', async (_name, make) => {
    const { renditions } = await images(await make())

    expect(renditions.map(({ width }) => width)).toEqual([30, 30])
  })

  test('has a palette of its colours', async () => {
    const half = await (await plain(50, 100, '#e01020')).png().toBuffer()
    const bytes = await (
      await plain(100, 100, '#808080')
    )
      .composite([{ input: half, left: 0, top: 0 }])
      .extend({ right: 60, background: '#808080' })
      .png()
      .toBuffer()

    expect((await images(bytes)).palette).toEqual({ dominant: '#808080', vibrant: '#e01020', muted: '#808080' })
  })
})

describe('refused is', () => {
  const jpeg = () => photo(200, 200).jpeg().toBuffer()
  const unsupported: Record<string, () => Promise<Buffer> | Buffer> = {
    'an SVG': () => Buffer.from(svg),
    'an SVG behind a prolog': () => Buffer.from(`<?xml version="1.0"?>\n<!DOCTYPE svg>\n${svg}`),
    'an SVG in UTF-16': () => Buffer.from(`\uFEFF${svg}`, 'utf16le'),
    'an SVG behind a comment': () => Buffer.from(`<!-- ${'x'.repeat(5000)} -->${svg}`),
    'a gzipped SVG': () => gzipSync(svg),
    'a PDF': () => Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>'),
    'a page': () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    'a TIFF': () => photo(20, 20).tiff().toBuffer(),
    nothing: () => Buffer.alloc(0),
    noise: () => Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 256)),
    'the magic bytes of a PNG and no more': () => Buffer.from('89504e470d0a1a0a', 'hex'),
    'a page that begins as a GIF': () => Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=1;alert(document.domain)//'),
    'a page that begins as a JPEG': () =>
      Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from('<html><script>')]),
    'a zip that begins as a PNG': () =>
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('PK\u0003\u0004')]),
    'a JPEG that is cut off': async () => (await jpeg()).subarray(0, 2000),
    'a PNG that is cut off': async () => (await photo(200, 200).png().toBuffer()).subarray(0, 20_000),
    'a WebP that is cut off': async () => (await photo(200, 200).webp().toBuffer()).subarray(0, 2000),
    'an AVIF that is cut off': async () => (await photo(100, 100).avif({ effort: 0 }).toBuffer()).subarray(0, 2000),
    'a GIF that is cut off': async () => (await photo(200, 200).gif().toBuffer()).subarray(0, 3000),
  }

  test.each(Object.entries(unsupported))('%s', async (_name, make) => {
    await expect(images(await make())).rejects.toMatchObject({ code: 'unsupported_media' })
  })

  test.each([
    ['a PNG of 65,535 x 65,535 in a few bytes', () => bombPng(65_535, 65_535)],
    ['a PNG of 41 megapixels', () => pngOf(6406, 6401)],
    [
      'a GIF of 65,535 x 65,535',
      () => Buffer.from('474946383961ffffffff800000000000ffffff2c00000000ffffffff0002024401003b', 'hex'),
    ],
  ])('%s', async (_name, make) => {
    await expect(images(make())).rejects.toMatchObject({ code: 'media_too_large' })
  })

  test('nothing of 39 megapixels', async () => {
    const { renditions } = await images(pngOf(6240, 6240))

    expect(renditions.at(-1)).toMatchObject({ width: 1920, height: 1920 })
  })
})

describe('the decoder', () => {
  const by = (party: string, signal?: AbortSignal) => ({ party, rank: 'call', signal }) as const

  test('is had by the organizations in turns, however many images one of them has', async () => {
    const ended: string[] = []
    const read = (party: string) => images(pngOf(8, 8), by(party)).then(() => void ended.push(party))

    await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(read))

    expect(ended).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a'])
  })

  test('has 16 images of one organization waiting, and refuses the next; another one finds a place', async () => {
    const all = Array.from({ length: 17 }, () => images(pngOf(8, 8), by('a')))

    await expect(images(pngOf(8, 8), by('a'))).rejects.toMatchObject({ code: 'unavailable', retryAfter: 20 })
    await images(pngOf(8, 8), by('b'))
    await Promise.all(all)
  })

  test('ends with its caller, whether the image waits or is being read', async () => {
    const leaving = new AbortController()
    const left = Promise.allSettled([pngOf(640, 640), pngOf(8, 8)].map((png) => images(png, by('a', leaving.signal))))
    const next = images(pngOf(8, 8), by('a'))

    leaving.abort()

    expect(await left).toMatchObject([{ reason: { code: 'cancelled' } }, { reason: { code: 'cancelled' } }])
    expect(named(await next)).toEqual(['8.avif', '8.webp'])
  })
})

test('other decoders of the library are shut', async () => {
  const load = `await require('sharp')(Buffer.from(${JSON.stringify(svg)})).metadata().then(() => true, () => false)`
  const { stdout } = await run(process.execPath, ['-e', `(async () => console.log(${load}))()`])

  expect([stdout.trim(), await loadsSvg()]).toEqual(['true', false])
})

// In a separate process: in this one, other tests leave their memory behind.
test('bombs cost no memory', async () => {
  const program = `
    import { createImages } from '#platform/images/images.ts'
    import { bombPng } from '#platform/images/test-png.ts'
    const images = createImages()
    const refused = () => images(bombPng(65_535, 65_535)).then(() => false, ({ code }) => code === 'media_too_large')
    const kilobytes = () => process.resourceUsage().maxRSS
    const isFirstRefused = await refused()
    const before = kilobytes()
    let count = 0
    while (count < 20 && (await refused())) count++
    console.log(JSON.stringify({ isFirstRefused, count, megabytes: (kilobytes() - before) / 1000 }))`
  const { stdout } = await run(process.execPath, ['--conditions=source', '--input-type=module', '-e', program])

  const { isFirstRefused, count, megabytes } = JSON.parse(stdout)
  expect([isFirstRefused, count]).toEqual([true, 20])
  expect(megabytes).toBeLessThan(50)
})

// The file loader is disabled; the buffer loader reads what was made.
async function readable(format: 'webp' | 'avif', bytes: Buffer) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const metadata = await sharp(bytes).metadata()
  expect([data.length > 0, metadata.format, metadata.exif, metadata.icc, metadata.xmp]).toEqual([
    true,
    format === 'avif' ? 'heif' : 'webp',
    undefined,
    undefined,
    undefined,
  ])
  return { width: info.width, height: info.height, hasAlpha: metadata.hasAlpha }
}
