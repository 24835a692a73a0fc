import { expect, test } from 'vitest'

import { nameOf, pathOf, sizeOf } from '#web/areas/media/media-words.ts'

const size = (width: number, format = 'webp') => ({
  url: `https://cms.example/media/o/m/${width}.${format}`,
  width,
  height: 1,
  format,
  bytes: 1,
})

test('the smallest size that is wide enough is shown, and nothing of other servers', () => {
  const variants = [size(1200), size(320), size(640), size(320, 'avif')]
  expect(pathOf({ variants }, 400)).toBe('/media/o/m/640.webp')
  expect(pathOf({ variants }, 5000)).toBe('/media/o/m/1200.webp')
  expect(pathOf({ variants: [] }, 400)).toBeUndefined()
})

test('a picture has a name, and its size is rounded', () => {
  expect(nameOf({ title: null, filename: 'harbour.jpg', alt: 'Ships' })).toBe('harbour.jpg')
  expect(nameOf({ title: null, filename: null, alt: null })).toBe('Without a name')
  expect([sizeOf(512), sizeOf(84_112), sizeOf(1_440_000)]).toEqual(['512 B', '84 kB', '1.4 MB'])
})
