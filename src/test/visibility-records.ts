import { createAsvAnalysis } from '#areas/visibility/operations/create-asv-analysis.ts'
import { createAsvCompetitor } from '#areas/visibility/operations/create-asv-competitor.ts'
import { createAsvPrompts } from '#areas/visibility/operations/create-asv-prompts.ts'
import { importAsvAnswers } from '#areas/visibility/operations/import-asv-answers.ts'
import { listAsvAnswers } from '#areas/visibility/operations/list-asv-answers.ts'
import { listAsvEngines } from '#areas/visibility/operations/list-asv-engines.ts'
import { shareAsvReport } from '#areas/visibility/operations/share-asv-report.ts'
import { updateAsvEngine } from '#areas/visibility/operations/update-asv-engine.ts'

import { connectModel } from './sample-connections.ts'
import { nextNumber } from './sample-records.ts'
import type { Stage } from './stage.ts'

export { nextNumber }

// Records of AI search visibility for sample calls and tests.

export async function newPrompt(on: Stage, more: object = {}): Promise<string> {
  const prompt = { text: `Which tool is best for job ${nextNumber()}?`, ...more }
  const { created } = await on.call(createAsvPrompts, { prompts: [prompt] })
  return created[0]?.id ?? ''
}

export async function newCompetitor(on: Stage, more: object = {}): Promise<string> {
  return (await on.call(createAsvCompetitor, { name: `Rival ${nextNumber()}`, ...more })).brand.id
}

export async function sampleEngine(on: Stage, provider = 'openai'): Promise<string> {
  const { items } = await on.call(listAsvEngines, {})
  return items.find((engine) => engine.provider === provider)?.id ?? ''
}

/** An engine whose provider has a key. */
export async function askableEngine(on: Stage): Promise<string> {
  await on.rows(({ db }) => db.deleteFrom('model_key').execute())
  await connectModel(on)
  const engineId = await sampleEngine(on)
  await on.call(updateAsvEngine, { engineId: engineId as never, enabled: true })
  return engineId
}

export async function newAnalysis(on: Stage, more: object = {}): Promise<string> {
  const input = {
    name: `Analysis ${nextNumber()}`,
    promptFilter: {},
    engineIds: [(await sampleEngine(on)) as never],
    ...more,
  }
  return (await on.call(createAsvAnalysis, input, { confirm: true })).analysis.id
}

/** The input of an import of one answer to a new prompt. */
export async function newImport(on: Stage, more: object = {}) {
  const promptId = (await newPrompt(on)) as never
  const text = `Take Globex, number ${nextNumber()}.`
  return {
    engineLabel: 'By hand',
    answers: [
      { promptId, text, citations: [{ url: 'https://review.example/best' }], observedAt: minutesAgo(5), ...more },
    ],
  }
}

export async function newRun(on: Stage): Promise<string> {
  return (await on.call(importAsvAnswers, await newImport(on))).runId
}

export async function newAnswer(on: Stage, more: object = {}): Promise<string> {
  const { runId } = await on.call(importAsvAnswers, await newImport(on, more))
  const { items } = await on.call(listAsvAnswers, { runId })
  return items[0]?.id ?? ''
}

/** A prompt to whose answers name a competitor alone. */
export async function newGap(on: Stage): Promise<string> {
  const rival = `Rival ${nextNumber()}`
  await on.call(createAsvCompetitor, { name: rival })
  const promptId = (await newPrompt(on)) as never
  const answers = [1, 2, 3].map((at) => ({ promptId, text: `Take ${rival}, says ${at}.`, observedAt: minutesAgo(at) }))
  await on.call(importAsvAnswers, { engineLabel: 'By hand', answers })
  return promptId
}

export async function newShare(on: Stage): Promise<string> {
  return (await on.call(shareAsvReport, { range: '7d' }, { confirm: true })).shareId
}

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
