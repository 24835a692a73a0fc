// Loaded before the product (`--import`), in a process that nothing is timed in: on request it profiles the main thread, and reports
// where the processor time went to the process that started this one.
import { Session } from 'node:inspector/promises'

import { sharesOf } from './shares.ts'

const sampleEveryMicroseconds = 500
let session: Session | undefined

process.on('message', (message: { ask?: string }) => {
  if (message.ask === 'profile') void begin()
  if (message.ask === 'profiled') void end()
})
process.channel?.unref()

async function begin(): Promise<void> {
  session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: sampleEveryMicroseconds })
  await session.post('Profiler.start')
  process.send?.({ profiling: true })
}

async function end(): Promise<void> {
  const taken = await session?.post('Profiler.stop')
  session?.disconnect()
  process.send?.({ profiled: taken === undefined ? [] : sharesOf(taken.profile) })
}
