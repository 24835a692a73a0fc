import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

type Lockfile = { packages: Record<string, { optionalDependencies?: Record<string, string> }> }

const root = join(import.meta.dirname, '../..')

// `npm ci` refuses a lockfile that names only the packages of the machine on which it was written.
test.each(['.', 'examples/website-next'])('the lockfile of %s has the packages of every machine', (folder) => {
  const { packages } = JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8')) as Lockfile

  const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages || `${at}/node_modules/${name}` in packages),
    ),
  )

  expect(Object.keys(packages).length).toBeGreaterThan(10)
  expect(missing).toEqual([])
})
