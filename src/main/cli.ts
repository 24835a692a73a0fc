import { readVersion } from '#kernel/release.ts'
import { ConfigError } from '#platform/config/config-faults.ts'
import { readConfig } from '#platform/config/config.ts'
import { openLog } from '#platform/log/log.ts'
import { nearest } from '#std/nearest.ts'

import { type Command, commands } from './commands/commands.ts'
import { UsageError } from './commands/usage-error.ts'
import { explainFault } from './explain-fault.ts'

const exitCodes = { failed: 1, usage: 64, configuration: 78 }
const oldestNode = [22, 19] as const

// The reader of the output may stop reading: head, or a pager that was closed.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
process.exitCode = await main(process.argv.slice(2))

async function main([name, ...args]: string[]): Promise<number> {
  if (isOldNode()) {
    console.error(`Masthead needs Node.js ${oldestNode.join('.')} or newer; this is ${process.versions.node}.`)
    return exitCodes.failed
  }
  if (name === 'version' || name === '--version' || name === '-v') {
    console.log(readVersion())
    return 0
  }
  const command = commands.find((one) => one.name === name)
  if (command === undefined) {
    const isAsked = name === undefined || name === 'help' || asksForHelp([name])
    if (isAsked) console.log(usage())
    else console.error(noSuchCommand(name))
    return isAsked ? 0 : exitCodes.usage
  }
  if (asksForHelp(args)) {
    console.log(`Usage: ${command.usage}\n\n${command.does}`)
    return 0
  }
  try {
    return await runOrSay(command, args)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    if (error instanceof UsageError) return exitCodes.usage
    return error instanceof ConfigError ? exitCodes.configuration : exitCodes.failed
  }
}

async function runOrSay(command: Command, args: string[]): Promise<number> {
  try {
    return await run(command, args)
  } catch (error) {
    if (!(error instanceof ConfigError) || command.onBadSettings === undefined) throw error
    return command.onBadSettings(args, error.problems, (line) => console.log(line))
  }
}

async function run(command: Command, args: string[]): Promise<number> {
  const { config, warnings } = readConfig(process.env)
  // A command's own output is on stdout; only the server logs there.
  const { log, flush, flushNow } = openLog({
    level: command.isServer ? config.log.level : 'warn',
    format: config.log.format,
    destination: command.isServer ? 1 : 2,
  })
  for (const warning of warnings) console.error(`Warning: ${warning}`)
  try {
    return await command.run(args, {
      config,
      log,
      flush,
      flushNow,
      say: (line) => console.log(line),
      warn: (line) => console.error(line),
    })
  } catch (error) {
    await flush()
    console.error(explainFault(error, config))
    if (error instanceof UsageError) return exitCodes.usage
    return command.failsWith ?? exitCodes.failed
  } finally {
    await flush()
  }
}

/** Whether an option before `--` asks how something is used. */
function asksForHelp(args: readonly string[]): boolean {
  const options = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  return options.some((one) => one === '--help' || one === '-h')
}

function noSuchCommand(name: string): string {
  const names = commands.map((one) => one.name)
  const meant = nearest(name, names)
  const proposal = meant === undefined ? `There are: ${names.join(', ')}` : `Did you mean: masthead ${meant}`
  return `There is no command "${name.slice(0, 60)}". ${proposal}\n\nmasthead help says what each does.`
}

function usage(): string {
  return [
    'Usage: masthead <command>',
    '',
    ...commands.map((command) => `  ${command.usage}\n      ${command.does}`),
    '  masthead --version\n      Prints the version.',
  ].join('\n')
}

function isOldNode(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])
}
