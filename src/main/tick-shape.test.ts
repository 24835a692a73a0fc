import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('ticks have one shape, however often memory was collected', () => {
  const program = `
    import { createHook } from 'node:async_hooks'
    import kept from './bin/keep-tick-shape.js'
    for (let n = 0; n < 10; n++) gc()
    const later = []
    createHook({ init: (_id, type, _trigger, resource) => type === 'TickObject' && later.push(resource) }).enable()
    process.nextTick(() => {})
    console.log(kept.length > 0, later.length > 0, %HaveSameMap(kept[0], later[0]))`
  const flags = ['--allow-natives-syntax', '--expose-gc', '--input-type=module']

  expect(execFileSync(process.execPath, [...flags, '-e', program], { cwd: root, encoding: 'utf8' })).toBe(
    'true true true\n',
  )
})

test('the server keeps the shape of ticks before it loads anything else', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const installed = readFileSync(join(root, 'bin/masthead.js'), 'utf8')

  for (const started of [scripts.start, scripts.masthead, installed])
    expect(started.match(/[\w-]+\.js/g)?.slice(0, 2)).toEqual(['check-node.js', 'keep-tick-shape.js'])
})
