import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Everything that people read. Released migrations never change, so what they cite is left as it is. */
const folders = ['src', 'scripts', 'bench', 'bin', 'examples', 'docs', '.ci']

const citation = /\b(?<subject>[a-z][a-z-]{2,})\.md#(?<name>[\w-]*)/g
const oldCitation = /\bD-\d+\b|\b[a-z][a-z-]*\.md \d+(?:\.\d+)*/g
const link = /\]\((?<target>[^)#\s:/][^)#\s:]*)(?:#[^)]*)?\)/g

type Line = { file: string; number: number; text: string }

const lines = readLines()
const decisions = new Map(
  readdirSync(join(root, 'docs/decisions')).map((file) => [file.replace(/\.md$/, ''), headingsOf(file)]),
)

describe('decisions', () => {
  test('every citation names a decision', () => {
    const unknown = findAll(citation).filter(
      ({ subject = '', name = '' }) => !decisions.get(subject)?.some((heading) => heading.name === name),
    )

    expect(placesOf(unknown)).toEqual([])
  })

  test('names are unique within a file, in kebab-case, and of five words at most', () => {
    const faults = [...decisions].flatMap(([subject, headings]) =>
      headings
        .filter(({ name }, at) => !isShort(name) || headings.findIndex((other) => other.name === name) !== at)
        .map(({ name, line }) => `docs/decisions/${subject}.md:${line} ${name}`),
    )

    expect(faults).toEqual([])
  })

  test('a decision says something', () => {
    const empty = [...decisions].flatMap(([subject, headings]) =>
      headings.filter(({ text }) => text.trim() === '').map(({ line }) => `docs/decisions/${subject}.md:${line}`),
    )

    expect(empty).toEqual([])
  })

  test('no comment cites a numbered page', () => {
    expect(placesOf(findAll(oldCitation))).toEqual([])
  })

  test('links between documents lead to files', () => {
    const broken = findAll(link).filter(
      ({ file, target = '' }) => file.endsWith('.md') && !existsSync(join(root, dirname(file), target)),
    )

    expect(placesOf(broken)).toEqual([])
  })

  test('docs/README.md names each file of them', () => {
    const page = readFileSync(join(root, 'docs/README.md'), 'utf8')

    expect([...decisions.keys()].filter((subject) => !page.includes(`](decisions/${subject}.md)`))).toEqual([])
  })
})

test('ARCHITECTURE.md names every folder of the sources, and every face', () => {
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const foldersOf = (folder: string) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)

  expect(foldersOf('src').filter((name) => !page.includes(`\`src/${name}`))).toEqual([])
  expect(foldersOf('src/faces').filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('what documents name as a file exists', () => {
  const paths = [...new Set(lines.map(({ file }) => file)), ...readdirSync(join(root, 'migrations'))]
  const ends = new Set(paths.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(at).join('/'))))
  const exists = ({ target = '' }: Found) => ends.has(target) || existsSync(join(root, target))
  // What CONTRIBUTING.md adds exists on a copy of the sources only.
  const documents = findAll(/`(?<target>(?!\.)[\w./-]+\.(?:tsx?|sql|css))`/g).filter(
    ({ file }) => file.endsWith('.md') && !/^(?:CONTRIBUTING|CHANGELOG|STYLE)\.md$/.test(file),
  )

  expect(placesOf(documents.filter((named) => !exists(named)))).toEqual([])
})

type Found = { file: string; number: number; whole: string; subject?: string; name?: string; target?: string }

/** Every match in everything that people read, in order. */
function findAll(pattern: RegExp): Found[] {
  return lines.flatMap(({ file, number, text }) =>
    [...text.matchAll(pattern)].map((match) => ({ file, number, whole: match[0], ...match.groups })),
  )
}

/** `file:line citation`, as an editor opens it. */
function placesOf(found: Found[]): string[] {
  return found.map(({ file, number, whole }) => `${file}:${number} ${whole}`)
}

function readLines(): Line[] {
  const inFolders = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
  const atRoot = readdirSync(root).filter((name) => name.endsWith('.md'))
  return [...inFolders, ...atRoot].filter(isRead).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((text, at) => ({ file, number: at + 1, text })),
  )
}

/** Texts, but for installed packages and for tests about citations, whose samples are none. */
function isRead(file: string): boolean {
  if (file.includes('node_modules') || /^src\/test\/(?:decisions|figures)\.test\.ts$/.test(file)) return false
  return /\.(?:tsx?|m?js|md|css|html|json|sh|sql|yml)$/.test(file) || !/\.[^./]+$/.test(file)
}

/** The decisions of a file: what follows a `## ` heading until the next one. */
function headingsOf(file: string): { name: string; line: number; text: string }[] {
  const text = readFileSync(join(root, 'docs/decisions', file), 'utf8')
  return [...text.matchAll(/^## (.*)\n((?:(?!## ).*(?:\n|$))*)/gm)].map(({ 1: name = '', 2: body = '', index }) => ({
    name,
    line: text.slice(0, index).split('\n').length,
    text: body,
  }))
}

function isShort(name: string): boolean {
  return /^[a-z\d]+(?:-[a-z\d]+){0,4}$/.test(name)
}
