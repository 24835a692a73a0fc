import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { isChange } from '#kernel/operation.ts'

import { countedDatabase, type Cost } from './counted-database.ts'
import { stageOn, testDatabase, testFiles } from './shared-parts.ts'
import { situations, type Situation } from './situations.ts'
import { stage } from './stage.ts'
import { testVault } from './vault.ts'

// What each call may send (tests.md#calls-have-ceilings). The look-up of its credential comes on top: one statement in one
// message (calls.md#one-statement-admits).
const file = 'src/test/message-ceilings.json'
const place = join(import.meta.dirname, '../..', file)
const ceilings = JSON.parse(readFileSync(place, 'utf8')) as Record<string, Cost>
/** Of a call that has no line of its own. */
const usual = { read: { statements: 4, messages: 4 }, change: { statements: 8, messages: 8 } }
const isWriting = process.env['WRITE_CEILINGS'] === '1'
const found: Record<string, Cost> = {}

let counted: ReturnType<typeof countedDatabase>

beforeAll(async () => {
  counted = countedDatabase(await testDatabase())
  stageOn({ database: counted.database, vault: await testVault(), files: testFiles() })
})

afterAll(() => {
  if (isWriting) writeFileSync(place, `{\n${Object.entries(found).map(lineOf).join(',\n')}\n}\n`)
})

async function call({ op, arrange, key }: Situation) {
  const on = await stage()
  const input = await arrange(on)
  const asked = op.excluded === undefined ? {} : on.inPerson({ elevated: true })
  const options = { ...asked, confirm: true, ...(key === undefined ? {} : { idempotencyKey: key }) }
  let status = 0
  const { cost, sent } = await counted.costOf(async () => {
    status = (await on.answerOf(op, input, options)).status
  })
  return { cost, sent, status }
}

describe('statements and messages of a call', () => {
  test.each(Object.entries(situations))('%s', async (name, situation) => {
    const { cost, sent, status } = await call(situation)

    found[name] = cost
    expect(status, `${name} was refused`).toBe(200)
    if (isWriting) return
    const ceiling = ceilings[name] ?? (isChange(situation.op) ? usual.change : usual.read)
    const { statements, messages } = cost
    const line = `${file}:${lineOf([name, cost])}`
    if (statements > ceiling.statements || messages > ceiling.messages)
      expect.fail(
        `${name} takes ${statements} statements in ${messages} messages; its ceiling is ${ceiling.statements} in ` +
          `${ceiling.messages}. Ask for less, or raise the ceiling and say why in the commit:\n${line}\n${textOf(sent)}`,
      )
  })

  test('no ceiling is for a call that does not exist', () => {
    if (isWriting) return
    expect(Object.keys(ceilings).filter((name) => !Object.hasOwn(situations, name))).toEqual([])
  })
})

function lineOf([name, { statements, messages }]: [string, Cost]): string {
  return `  ${JSON.stringify(name)}: { "statements": ${statements}, "messages": ${messages} }`
}

function textOf(sent: readonly string[][]): string {
  return sent.map((message, at) => message.map((text) => `${at + 1}  ${text.slice(0, 300)}`).join('\n')).join('\n')
}
