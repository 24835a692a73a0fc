import { isatty } from 'node:tty'

import { newPasswordLink, setPlan } from '#areas/account/index.ts'
import { plans } from '#kernel/entitlement.ts'
import { answerParent } from '#main/answer-parent.ts'
import { configuredWebhooks } from '#main/configured-webhooks.ts'
import { doctor, doctorOfSettings, doctorUsage } from '#main/doctor/doctor-command.ts'
import type { Installation } from '#main/installation.ts'
import { letGoOfTheStart } from '#main/let-go.ts'
import { runUntilTold } from '#main/run-until-told.ts'
import { serve } from '#main/serve.ts'
import type { Surroundings } from '#main/surroundings.ts'
import { welcome } from '#main/welcome.ts'
import type { ConfigProblem } from '#platform/config/config-faults.ts'
import { baseUrlOf } from '#platform/config/config.ts'
import { describeConfig } from '#platform/config/describe-config.ts'
import { openOutbound } from '#platform/http/safe-fetch.ts'

import { audit, auditUsage } from './audit-command.ts'
import { backup, backupUsage, verify, verifyUsage } from './backup-command.ts'
import { askOrDo, refuseBesideServer, withInstallation } from './beside-server.ts'
import { creditsUsage, readCreditsArguments, runCredits } from './credits-command.ts'
import { type ImportRequest, importUsage, readImportArgs, runImport } from './import-command.ts'
import { type CommandOutput, receiver, terminalOutput } from './import-output.ts'
import { move, moveUsage } from './move-command.ts'
import { request, requestUsage } from './request-command.ts'
import { restore, restoreUsage } from './restore-command.ts'
import { printRoles, rolesUsage } from './roles-command.ts'
import { rotateKeys } from './rotate-keys-command.ts'
import { removeAbandoned } from './scratch.ts'
import { readSetUpArguments, runSetUp, setUpUsage } from './set-up-command.ts'
import { stoppable } from './stoppable.ts'
import { tellOfPlan } from './tell-of-plan.ts'
import { upgrade, upgradeUsage } from './upgrade-command.ts'
import { usageError } from './usage-error.ts'
import { work, workNightly, workUsage } from './work-command.ts'

export type Command = {
  name: string
  usage: string
  does: string
  isServer?: true
  /** The exit code where it fails, if 1 says something else of it (operating.md#exit-codes). */
  failsWith?: number
  /** What it does instead where the settings cannot be used; by default they are explained, and it ends with 78. */
  onBadSettings?: (args: string[], problems: readonly ConfigProblem[], say: Surroundings['say']) => number
  run(args: string[], surroundings: Surroundings): Promise<number>
}

/** The commands of `masthead`. */
export const commands: readonly Command[] = [
  {
    name: 'start',
    usage: 'masthead start',
    does: 'Runs the server.',
    isServer: true,
    run: withoutArguments('masthead start', start),
  },
  {
    name: 'work',
    usage: workUsage,
    does: 'Runs background work without the server, alongside other nodes. With --nightly, does the nightly work once and exits.',
    isServer: true,
    run: (args, surroundings) =>
      args[0] === '--nightly'
        ? withoutArguments(workUsage, workNightly)(args.slice(1), surroundings)
        : withoutArguments(workUsage, work)(args, surroundings),
  },
  { name: 'setup', usage: setUpUsage, does: 'Creates a user and an organization that the user owns.', run: setup },
  {
    name: 'import',
    usage: importUsage,
    does: 'Imports a folder of Markdown or a WordPress export file.',
    run: importPublication,
  },
  {
    name: 'plan',
    usage: 'masthead plan <organization slug> <starter|pro|authority>',
    does: 'Changes the plan of an organization.',
    run: plan,
  },
  {
    name: 'reset-password',
    usage: 'masthead reset-password <email>',
    does: 'Prints a link that works once, within an hour, and lets this person choose a new password.',
    run: resetPassword,
  },
  {
    name: 'credits',
    usage: creditsUsage,
    does: 'Adds credits to an organization, or makes them unlimited.',
    run: credits,
  },
  {
    name: 'migrate',
    usage: 'masthead migrate',
    does: 'Brings the database to the version of this release.',
    run: withoutArguments('masthead migrate', migrate),
  },
  {
    name: 'upgrade',
    usage: upgradeUsage,
    does: 'After an update: copies the database, brings it to the version of this release, and checks the installation.',
    run: upgrade,
    failsWith: 2,
  },
  {
    name: 'backup',
    usage: backupUsage,
    does: 'Writes the database and files to a new folder, even while the server runs. The master keys are not included.',
    run: backup,
  },
  {
    name: 'verify',
    usage: verifyUsage,
    does: 'Reads a backup and reports what is damaged.',
    run: verify,
  },
  {
    name: 'restore',
    usage: restoreUsage,
    does: 'Fills an empty database from a backup, or replaces the embedded database with a snapshot.',
    run: restore,
  },
  {
    name: 'move',
    usage: moveUsage,
    does: 'Moves the database to a PostgreSQL server or back to the embedded engine, and compares every table.',
    run: move,
  },
  {
    name: 'rotate-keys',
    usage: 'masthead rotate-keys',
    does: 'Wraps every secret with the first master key, even while the server runs. A key file gets a new key first.',
    run: rotateKeys,
  },
  {
    name: 'audit',
    usage: auditUsage,
    does: 'Compares the audit log with its seals and reports what was changed, removed or added; or sets how long an organization keeps it.',
    run: audit,
  },
  {
    name: 'request',
    usage: requestUsage,
    does: 'Shows what became of a request, by the id in its answer: its calls, jobs and messages.',
    run: request,
  },
  {
    name: 'doctor',
    usage: doctorUsage,
    does: 'Checks this installation and says how to fix what is wrong. Changes nothing.',
    run: doctor,
    failsWith: 2,
    onBadSettings: doctorOfSettings,
  },
  {
    name: 'roles',
    usage: rolesUsage,
    does: 'Prints the statements that create the database roles, for an administrator. Changes nothing.',
    run: printRoles,
  },
  {
    name: 'config',
    usage: 'masthead config',
    does: 'Prints the settings in force, with secrets masked.',
    run: withoutArguments('masthead config', showConfig),
  },
]

/** Refuses arguments that it would not heed. */
function withoutArguments(usage: string, run: (surroundings: Surroundings) => Promise<number>): Command['run'] {
  return async (args, surroundings) => {
    if (args.length > 0) throw usageError(usage)
    return run(surroundings)
  }
}

async function start(surroundings: Surroundings): Promise<number> {
  const { config, log, say, flush } = surroundings
  await removeAbandoned(config.dataDir)
  return runUntilTold(surroundings, async (onFatal) => {
    const serving = await serve({ config, log, onFatal, onOpen: letGoOfTheStart })
    answerParent(serving.counters)
    await flush()
    for (const line of welcome({ ...serving, config, isTerminal: isatty(1) })) say(line)
    // A person at the keyboard is not a balancer that needs time to leave.
    return (signal) => serving.close({ delaySeconds: signal === 'SIGINT' ? 0 : config.server.shutdownDelay })
  })
}

async function setup(args: string[], surroundings: Surroundings): Promise<number> {
  const request = readSetUpArguments(args)
  const { config, log } = surroundings
  const made = (await askOrDo({ command: 'setup', request }, surroundings, (installation) =>
    runSetUp(request, {
      ...installation,
      baseUrl: () => baseUrlOf(config.server, config.server.port),
      log,
    }),
  )) as Awaited<ReturnType<typeof runSetUp>>
  surroundings.say(
    `Created the organization ${request.organization} (slug ${made.slug}, id ${made.organizationId}) and its owner ${request.email}.`,
  )
  if (made.sampleItems > 0) surroundings.say(`It has ${made.sampleItems} items of sample content.`)
  return 0
}

async function plan([slug, name, ...more]: string[], surroundings: Surroundings): Promise<number> {
  const wanted = plans.find((one) => one === name)
  if (slug === undefined || wanted === undefined || more.length > 0)
    throw usageError(`masthead plan <organization slug> <${plans.join('|')}>`)
  await askOrDo({ command: 'plan', slug, plan: wanted }, surroundings, ({ database }) =>
    setPlan(database, {
      slug,
      plan: wanted,
      changed: tellOfPlan({ webhooks: configuredWebhooks(surroundings.config.webhooks) }),
    }),
  )
  surroundings.say(`The organization ${slug} now has the plan ${wanted}.`)
  return 0
}

async function resetPassword([email, ...more]: string[], surroundings: Surroundings): Promise<number> {
  if (email === undefined || email.startsWith('-') || more.length > 0)
    throw usageError('masthead reset-password <email>')
  const { config } = surroundings
  const link = await askOrDo({ command: 'reset-password', email }, surroundings, ({ database }) =>
    database.asIdentity((db) =>
      newPasswordLink(db, { email, baseUrl: baseUrlOf(config.server, config.server.port), now: new Date() }),
    ),
  )
  surroundings.say(String(link))
  return 0
}

async function credits(args: string[], surroundings: Surroundings): Promise<number> {
  const request = readCreditsArguments(args)
  const balance = await askOrDo({ command: 'credits', request }, surroundings, ({ database }) =>
    runCredits(request, database),
  )
  surroundings.say(
    balance === null
      ? `The organization ${request.slug} now has unlimited credits.`
      : `The organization ${request.slug} has ${String(balance)} credits now.`,
  )
  return 0
}

async function importPublication(args: string[], surroundings: Surroundings): Promise<number> {
  const request = readImportArgs(args, process.cwd())
  const output = terminalOutput({ stdout: process.stdout, stderr: process.stderr })
  try {
    const code = await askOrDo(
      { command: 'import', request },
      surroundings,
      (installation) => importHere(request, { installation, surroundings, output }),
      receiver(output),
    )
    return Number(code)
  } finally {
    output.close()
  }
}

async function importHere(
  request: ImportRequest,
  {
    installation,
    surroundings,
    output,
  }: { installation: Installation; surroundings: Surroundings; output: CommandOutput },
): Promise<number> {
  const { config, log } = surroundings
  const { fetch, close } = openOutbound({ opened: config.server.privateNetworks })
  const baseUrl = baseUrlOf(config.server, config.server.port)
  try {
    const { render } = installation.renderer
    const webhooks = configuredWebhooks(config.webhooks)
    return await stoppable((signal) =>
      runImport(request, { ...installation, render, fetch, webhooks, baseUrl, log, output, signal }),
    )
  } finally {
    await close()
  }
}

async function migrate(surroundings: Surroundings): Promise<number> {
  await refuseBesideServer(surroundings.config)
  await withInstallation(surroundings, async () => undefined)
  surroundings.say('The database has the version of this release.')
  return 0
}

async function showConfig({ config, say }: Surroundings): Promise<number> {
  for (const { name, value, description } of describeConfig(config)) say(`${name}=${value}\n    ${description}`)
  return 0
}
