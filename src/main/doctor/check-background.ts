import { usualPace } from '#areas/integrations/index.ts'

import { type Check, fine, warning } from './check.ts'
import type { Background } from './inspect-background.ts'

/** How long anything may wait before it is reported, in seconds. */
const patience = 300

/** What an inspection of background work means. */
export function checkBackground({ waiting, websites, wrongCounts, audit }: Background): Check[] {
  return [
    checkQueue(waiting),
    checkMessages(websites),
    checkCounts(wrongCounts),
    ...(audit === undefined ? [] : [checkSeals(audit)]),
  ]
}

function checkQueue(waiting: Background['waiting']): Check {
  const late = Object.entries(waiting).filter(([, seconds]) => (seconds ?? 0) > patience)
  if (late.length === 0) return fine('queue', 'Nothing that is due has waited longer than five minutes.')
  return warning(
    'queue',
    `Work is overdue: ${late.map(([what, seconds]) => `the oldest ${what} has waited for ${inWords(seconds ?? 0)}`).join(', ')}.`,
    'Start a worker: the server with WORKER=on, or masthead work next to it. If one is running, its log says what holds it up.',
  )
}

function checkMessages({ failing, gone }: Background['websites']): Check {
  const name = 'messages'
  if (failing + gone === 0) return fine(name, 'Websites accept the messages about changes.')
  const says = [
    ...(failing > 0 ? [`${counted(failing)} accepted none of the last ${usualPace.failuresUntilOpen} messages`] : []),
    ...(gone > 0 ? [`${counted(gone)} answered that it is gone (410)`] : []),
  ].join(', ')
  return warning(
    name,
    `Messages about changes are waiting: ${says}.`,
    'Their administrators were notified by mail; listDeliveries shows the reason, and testIntegration tries again.',
  )
}

function checkCounts(wrong: number): Check {
  if (wrong === 0) return fine('counts', 'The item counts in lists are right.')
  return warning(
    'counts',
    wrong === 1 ? 'One of the item counts in lists is wrong.' : `${wrong} of the item counts in lists are wrong.`,
    'A server corrects them within an hour and says in its log which they were. If that happens again, report it.',
  )
}

function checkSeals({ seals, unsealed }: NonNullable<Background['audit']>): Check {
  const name = 'audit seals'
  if (unsealed !== null && unsealed > 3 * patience)
    return warning(
      name,
      `The oldest audit record without a seal is ${inWords(unsealed)} old.`,
      'A server seals them once a minute: start one, or see in its log what fails. What is sealed is checked by: masthead audit verify',
    )
  const are = seals === 1 ? 'is one seal' : `are ${seals} seals`
  return fine(name, `There ${are} over the audit log, and none is late. They are checked by: masthead audit verify`)
}

function counted(n: number): string {
  return n === 1 ? 'one website' : `${n} websites, each of which`
}

function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`
}
