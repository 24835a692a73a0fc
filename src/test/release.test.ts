import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const changelog =
  '# Changelog\n\n## Not released\n\n- A door that opens.\n- # A line like a heading.\n\n## 0.1.0 (2026-01-02)\n\n- The house.\n'

let folder: string

// A repository of its own, with this one's script and a check that is green while nothing is broken.
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-release-'))
  const manifest = { name: 'masthead', version: '0.1.0' }
  const scripts = { verify: 'node -e "process.exit(fs.existsSync(\'broken\') ? 1 : 0)"' }
  await cp(join(root, 'scripts/release.mjs'), join(folder, 'scripts/release.mjs'))
  await write('package.json', `${JSON.stringify({ ...manifest, scripts }, null, 2)}\n`)
  await write('package-lock.json', `${JSON.stringify({ ...manifest, packages: { '': manifest } }, null, 2)}\n`)
  await write('CHANGELOG.md', changelog)
  await write('SECURITY.md', '| version | mended |\n|---|---|\n| 0.1.x | yes |\n| older | no |\n')
  await git('init', '--quiet')
  await commit()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['patch', '0.1.1', '0.1.x'],
  ['minor', '0.2.0', '0.2.x'],
  ['major', '1.0.0', '1.0.x'],
  ['0.1.0', '0.1.0', '0.1.x'],
  ['0.10.3', '0.10.3', '0.10.x'],
])('a release of %s has the version %s everywhere, one commit and one tag', async (wanted, version, line) => {
  const today = new Date().toISOString().slice(0, 10)

  const { code, output } = await release(wanted)

  expect([code, output]).toEqual([0, expect.stringContaining(`Released ${version}.`)])
  expect(JSON.parse(await read('package.json')).version).toBe(version)
  const lockfile = JSON.parse(await read('package-lock.json'))
  expect([lockfile.version, lockfile.packages[''].version]).toEqual([version, version])
  expect(await read('CHANGELOG.md')).toBe(
    changelog.replace('## Not released\n', `## Not released\n\n## ${version} (${today})\n`),
  )
  expect(await read('SECURITY.md')).toContain(`| ${line} | yes |`)
  expect(await git('log', '--format=%s')).toBe(`Release ${version}\nBegin`)
  expect(await git('status', '--porcelain')).toBe('')
  expect(await git('tag', '--list', '--format=%(objecttype) %(refname:short)%0a%(contents)')).toBe(
    `tag v${version}\nMasthead ${version}\n\n- A door that opens.\n- # A line like a heading.`,
  )
})

test('a second release holds what came after the first', async () => {
  await release('minor')
  await write('CHANGELOG.md', (await read('CHANGELOG.md')).replace('released\n', 'released\n\n- A window.\n'))
  await commit()

  await release('patch')

  expect(await git('tag', '--list', '--format=%(contents:body)', 'v0.2.1')).toBe('- A window.')
})

test('a rehearsal prints the version, the files and the notes, and changes nothing', async () => {
  const before = await git('rev-parse', 'HEAD')

  const { code, output } = await release('minor', '--dry-run')

  expect(code).toBe(0)
  for (const part of ['"Release 0.2.0"', 'v0.2.0', 'package-lock.json', '- A door that opens.'])
    expect(output).toContain(part)
  expect([await git('rev-parse', 'HEAD'), await git('status', '--porcelain'), await git('tag')]).toEqual([
    before,
    '',
    '',
  ])
})

describe('nothing is released', () => {
  test.each<[string, string, string, () => Promise<unknown>]>([
    ['from a tree with changes', 'minor', 'The tree is not clean', () => write('scripts/new.mjs', '')],
    ['while a check fails', 'minor', 'npm run -s verify failed', () => write('broken', '').then(commit)],
    ['that has its tag already', '0.3.0', 'The tag v0.3.0 already exists', () => git('tag', 'v0.3.0')],
    ['that is older than the last one', '0.0.9', 'older than 0.1.0', async () => {}],
    ['that is no version', 'next', 'next is not a version', async () => {}],
    [
      'that brings nothing',
      'minor',
      'lists nothing',
      () => write('CHANGELOG.md', '## Not released\n\n## 0.1.0 (2026-01-02)\n').then(commit),
    ],
    ['without the heading', 'minor', 'no heading', () => write('CHANGELOG.md', '# Changelog\n').then(commit)],
  ])('%s', async (_name, wanted, objection, arrange) => {
    await arrange()
    const before = [await git('rev-parse', 'HEAD'), await git('status', '--porcelain'), await git('tag')]

    const { code, output } = await release(wanted)

    expect([code, output]).toEqual([1, expect.stringContaining(objection)])
    expect([await git('rev-parse', 'HEAD'), await git('status', '--porcelain'), await git('tag')]).toEqual(before)
  })
})

test('the release script finds in this repository what it changes', async () => {
  const [manifest, lockfile, security, changes] = await Promise.all(
    ['package.json', 'package-lock.json', 'SECURITY.md', 'CHANGELOG.md'].map((name) =>
      readFile(join(root, name), 'utf8'),
    ),
  )
  const { version } = JSON.parse(manifest ?? '')
  const { version: locked, packages } = JSON.parse(lockfile ?? '')

  expect([locked, packages[''].version]).toEqual([version, version])
  expect(security).toContain(`| ${version.split('.').slice(0, 2).join('.')}.x |`)
  expect(changes?.match(/^## Not released$/gm)).toHaveLength(1)
})

async function release(...args: string[]): Promise<{ code: number; output: string }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/release.mjs', ...args], {
      cwd: folder,
      env,
    })
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}

// The person who runs the tests may have git settings that sign, or hooks.
const env = {
  PATH: process.env['PATH'],
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}

async function git(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: folder, env })
  return stdout.trim()
}

async function commit(): Promise<void> {
  await git('add', '.')
  await git('commit', '--quiet', '--message', 'Begin')
}

function write(path: string, text: string): Promise<void> {
  return writeFile(join(folder, path), text)
}

function read(path: string): Promise<string> {
  return readFile(join(folder, path), 'utf8')
}
