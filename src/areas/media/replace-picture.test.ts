import { expect, test } from 'vitest'

import { newId } from '#kernel/ids.ts'

import { replaceAddress, replacePicture } from './replace-picture.ts'

const organization = newId('organization')
const size = (width: number, format: 'webp' | 'avif') => ({
  file: `${width}.${format}`,
  width,
  height: 1,
  format,
  bytes: 1,
})
const image = (alt: string | null, widths: number[]) => ({
  id: newId('media'),
  alt,
  variants: widths.flatMap((width) => [size(width, 'webp'), size(width, 'avif')]),
})
const from = image('A ship', [320, 1920])
const to = image('A [new] "ship"', [300, 640, 1200])
const at = ({ id }: { id: string }, file: string) => `/media/${organization}/${id}/${file}`
const replaced = (content: string, format: 'markdown' | 'html' = 'markdown') =>
  replacePicture(content, format, { from, to })

test('addresses change to the nearest size, wherever they stand, and their hosts stay', () => {
  expect(replaced(`[large](https://cms.example${at(from, '1920.webp')}) ![](${at(from, '320.avif')})`)).toBe(
    `[large](https://cms.example${at(to, '1200.webp')}) ![](${at(to, '300.avif')})`,
  )
  expect(replaced(`<img src="${at(from, '320.webp')}" srcset="${at(from, '1920.webp')} 1920w">`, 'html')).toBe(
    `<img src="${at(to, '300.webp')}" srcset="${at(to, '1200.webp')} 1920w">`,
  )
  expect(replaceAddress(`https://cms.example${at(from, '320.webp')}`, { from, to })).toBe(
    `https://cms.example${at(to, '300.webp')}`,
  )
})

test('an alt text changes where it is that of the image', () => {
  expect(replaced(`![A ship](https://cms.example${at(from, '320.webp')}) ![Mine](${at(from, '320.webp')})`)).toBe(
    `![A \\[new\\] "ship"](https://cms.example${at(to, '300.webp')}) ![Mine](${at(to, '300.webp')})`,
  )
  expect(replaced(`<img alt="A ship" src="${at(from, '320.webp')}">`, 'html')).toBe(
    `<img alt="A [new] &quot;ship&quot;" src="${at(to, '300.webp')}">`,
  )
})

test('code and other images stay', () => {
  const code = `\`${at(from, '320.webp')}\`\n\n\`\`\`\n![A ship](${at(from, '320.webp')})\n\`\`\`\n`
  const other = `![A ship](${at(image('A ship', [320]), '320.webp')})`
  expect(replaced(code + other)).toBe(code + other)
  const html = `<pre><code>${at(from, '320.webp')}</code></pre><p>${at(from, '320.webp')}</p>`
  expect(replaced(html, 'html')).toBe(`<pre><code>${at(from, '320.webp')}</code></pre><p>${at(to, '300.webp')}</p>`)
})
