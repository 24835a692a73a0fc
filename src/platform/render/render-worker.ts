import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

import type { RenderSource } from '#kernel/render.ts'

/** The lowest priority that Linux knows, and by how much this thread has less than others: a third of their weight. */
const priority = { lowest: 19, less: 5 }

// The entry point of the thread: the only module in this folder that does something when it is loaded.
yieldToOthers()
// Loading what renders takes long, and each thread that replaces another one does it.
const { answerTo } = await import('./answer-source.ts')
parentPort?.on('message', (source: RenderSource) => parentPort?.postMessage(answerTo(source), []))
parentPort?.postMessage('ready', [])

/** What others wait for at every step goes before this thread, where there are too few processors for both (turns.md#rendering-yields). */
function yieldToOthers(): void {
  // Elsewhere, it would be the priority of the process.
  if (process.platform !== 'linux') return
  try {
    setPriority(Math.min(priority.lowest, getPriority() + priority.less))
  } catch {
    // A system that refuses this shares the processor evenly.
  }
}
