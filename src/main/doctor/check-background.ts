import { usualPace } from '#areas/integrations/index.ts'

import { type Check, fine, warning } from './check.ts'
import type { Background } from './inspect-background.ts'

/** How long anything may wait until it is told, in seconds. */
const patience = 300

/** What the look at background work means. */
export function checkBackground({ waiting, websites }: Background): Check[] {
  return [checkQueue(waiting), checkMessages(websites)]
}

function checkQueue(waiting: Background['waiting']): Check {
  const late = Object.entries(waiting).filter(([, seconds]) => (seconds ?? 0) > patience)
  if (late.length === 0) return fine('queue', 'Nothing that is due waits for longer than five minutes.')
  return warning(
    'queue',
    `Work is left: ${late.map(([what, seconds]) => `the oldest ${what} waits for ${inWords(seconds ?? 0)}`).join(', ')}.`,
    'Start a worker: the server with WORKER=on, or masthead work beside it. Where one runs, its log says what keeps it.',
  )
}

function checkMessages({ failing, gone }: Background['websites']): Check {
  const name = 'messages'
  if (failing + gone === 0) return fine(name, 'Websites take the messages about changes.')
  const says = [
    ...(failing > 0 ? [`${counted(failing)} took none of the last ${usualPace.failuresUntilOpen} messages`] : []),
    ...(gone > 0 ? [`${counted(gone)} answered that it is gone (410)`] : []),
  ].join(', ')
  return warning(
    name,
    `Messages about changes wait: ${says}.`,
    'Their administrators were told by mail; listDeliveries shows them why, and testIntegration tries it again.',
  )
}

function counted(n: number): string {
  return n === 1 ? 'one website' : `${n} websites, each of which`
}

function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`
}
