// Makes a release of what CHANGELOG.md lists below "Not released": `npm run release -- <major|minor|patch|version> [--dry-run]`.
// It needs a clean tree whose `npm run verify` is green, sets the version everywhere, commits and tags; pushing is left to the
// caller. --dry-run prints what it would do and changes nothing.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const heading = '## Not released\n'
const usage = 'Usage: npm run release -- <major|minor|patch|version> [--dry-run]'

try {
  release(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

function release(args) {
  const isDryRun = args.includes('--dry-run')
  const words = args.filter((arg) => arg !== '--dry-run')
  if (words.length !== 1) throw new Error(usage)
  const current = JSON.parse(read('package.json')).version
  const version = versionAfter(current, words[0])
  const tag = `v${version}`
  const notes = notesIn(read('CHANGELOG.md'))
  const files = filesOf(version)

  requireCleanTree()
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} already exists.`)

  if (isDryRun) {
    console.log(`Would run npm run verify, write ${[...files.keys()].join(', ')},`)
    console.log(`commit "Release ${version}" (${current} before) and make the tag ${tag} with these notes:\n\n${notes}`)
    return
  }
  run('npm', ['run', '-s', 'verify'])
  for (const [path, text] of files) writeFileSync(join(root, path), text)
  git('commit', '--quiet', '--message', `Release ${version}`, '--', ...files.keys())
  git('tag', '--annotate', '--cleanup=verbatim', '--message', `Masthead ${version}\n\n${notes}\n`, tag)
  console.log(`Released ${version}. Publish it: git push --follow-tags`)
}

/** The requested version. The one in package.json can be released as long as it has no tag. */
function versionAfter(current, wanted) {
  const [major, minor, patch] = numbersOf(current)
  if (wanted === 'major') return `${major + 1}.0.0`
  if (wanted === 'minor') return `${major}.${minor + 1}.0`
  if (wanted === 'patch') return `${major}.${minor}.${patch + 1}`
  if (!/^\d+\.\d+\.\d+$/.test(wanted)) throw new Error(`${wanted} is not a version.\n${usage}`)
  const order = numbersOf(wanted).map((number, place) => number - numbersOf(current)[place])
  if ((order.find((difference) => difference !== 0) ?? 0) < 0)
    throw new Error(`${wanted} is older than ${current}, the version of package.json.`)
  return wanted
}

/** What the release brings: the lines below the heading, up to the next one. */
function notesIn(changelog) {
  const [, rest] = changelog.split(heading)
  if (rest === undefined) throw new Error('CHANGELOG.md has no heading "Not released".')
  const notes = rest.split(/^## /m)[0].trim()
  if (notes === '') throw new Error('CHANGELOG.md lists nothing below "Not released".')
  return notes
}

/** The files that name the version, with their new content. */
function filesOf(version) {
  const day = new Date().toISOString().slice(0, 10)
  const line = version.split('.').slice(0, 2).join('.')
  return new Map([
    ['CHANGELOG.md', read('CHANGELOG.md').replace(heading, `${heading}\n## ${version} (${day})\n`)],
    ['SECURITY.md', replaced('SECURITY.md', /^\| \d+\.\d+\.x \|/m, `| ${line}.x |`)],
    ['package.json', replaced('package.json', /^ {2}"version": "[^"]+"/m, `  "version": "${version}"`)],
    ['package-lock.json', lockfileWith(version)],
  ])
}

function lockfileWith(version) {
  const lockfile = JSON.parse(read('package-lock.json'))
  lockfile.version = version
  lockfile.packages[''].version = version
  return `${JSON.stringify(lockfile, null, 2)}\n`
}

function replaced(path, pattern, by) {
  const text = read(path)
  if (!pattern.test(text)) throw new Error(`${path} does not name the version where it should.`)
  return text.replace(pattern, by)
}

function requireCleanTree() {
  const changes = git('status', '--porcelain')
  if (changes !== '') throw new Error(`The tree is not clean:\n${changes}`)
}

function read(path) {
  return readFileSync(join(root, path), 'utf8')
}

function numbersOf(version) {
  return version.split('.').map(Number)
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr}`)
  return stdout.trimEnd()
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} failed: nothing was changed.`)
}
