import { parseArgs } from 'node:util'

import { groups, type Options } from './result/result.ts'

export type Asked = {
  options: Options
  out: string
  compare: string | undefined
  check: boolean
  report: string | undefined
}

const usage = `npm run bench -- [options]
  --engine <engine>     pglite, postgres or both (both with DATABASE_URL, else pglite)
  --only <parts>        comma list: a group (content, agent, mcp, growth, analytics, lifecycle), a part by its name, or
                        group/text for the rows of a group whose name contains the text
  --seconds <n>         per row, shared by its rounds (4)
  --warmup <n>          before the first round of a row, a quarter of it before the others (2)
  --connections <n>     of the load generator (16)
  --rounds <n>          of product and baseline in turns (3)
  --sizes <list>        numbers of articles that growth is measured with (1000,10000,100000)
  --organizations <list> numbers of organizations (1,100,1000)
  --quick               1 s, one round, few items: shows that the harness works; its figures count for nothing
  --reuse               takes data that older code has written; the product migrates it
  --out <folder>        of the result (bench/results/)
  --compare <file>      also prints the difference to an earlier result
  --check               ends with 1 if a goal is missed by more than the spread
  --report <files>      measures nothing: writes docs/performance.md from results of one commit, separated by commas`

/** Reads the arguments. Refuses with the usage what it does not know. */
export function readOptions(args: readonly string[], parts: readonly string[], hasServer: boolean): Asked {
  const { values } = parsed(args)
  if (values.help) throw new Error(usage)
  const quick = values.quick
  const engine = values.engine ?? (hasServer ? 'both' : 'pglite')
  if (engine !== 'pglite' && engine !== 'postgres' && engine !== 'both')
    throw refusal(`There is no engine "${engine}".`)
  if (engine !== 'pglite' && !hasServer)
    throw refusal(
      `--engine ${engine} needs DATABASE_URL: a PostgreSQL server and an account that may create databases and roles.`,
    )
  const only = values.only === undefined ? [...groups] : values.only.split(',')
  const known = [...groups, ...parts]
  const unknown = only.find((each) => !known.includes(each.split('/')[0] ?? ''))
  if (unknown !== undefined) throw refusal(`There is no part "${unknown}". There are ${known.join(', ')}.`)
  const number = (name: 'seconds' | 'warmup' | 'connections' | 'rounds', otherwise: number, least: number) => {
    const value = values[name] === undefined ? otherwise : Number(values[name])
    if (!Number.isFinite(value) || value < least) throw refusal(`--${name} must be a number from ${least}.`)
    return value
  }
  const numbers = (name: 'sizes' | 'organizations', otherwise: readonly number[]) => {
    const list = values[name] === undefined ? otherwise : values[name].split(',').map(Number)
    if (list.some((each) => !Number.isInteger(each) || each < 1))
      throw refusal(`--${name} must be numbers from 1, separated by commas.`)
    return list
  }
  return {
    options: {
      engine,
      only,
      seconds: number('seconds', quick ? 1 : 4, 0.1),
      warmup: number('warmup', quick ? 0.5 : 2, 0.1),
      connections: number('connections', 16, 1),
      rounds: number('rounds', quick ? 1 : 3, 1),
      sizes: numbers('sizes', quick ? [100, 300] : [1000, 10_000, 100_000]),
      organizations: numbers('organizations', quick ? [1, 10] : [1, 100, 1000]),
      quick,
      reuse: values.reuse,
    },
    out: values.out,
    compare: values.compare,
    check: values.check,
    report: values.report,
  }
}

/** Whether a row of a group is asked for. */
export function isWanted({ only }: Pick<Options, 'only'>, group: string, id: string): boolean {
  return only.some((each) => {
    const [name, ...text] = each.split('/')
    return name === group && id.includes(text.join('/'))
  })
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({
      args: [...args],
      options: {
        engine: text,
        only: text,
        seconds: text,
        warmup: text,
        connections: text,
        rounds: text,
        sizes: text,
        organizations: text,
        quick: flag,
        reuse: flag,
        out: { type: 'string', default: 'bench/results' },
        compare: text,
        check: flag,
        report: text,
        help: flag,
      },
    })
  } catch (error) {
    throw refusal(error instanceof Error ? error.message : String(error))
  }
}

function refusal(message: string): Error {
  return new Error(`${message}\n\n${usage}`)
}
