import { newItem } from '#test/sample-records.ts'
import {
  askableEngine,
  newAnalysis,
  newAnswer,
  newCompetitor,
  newGap,
  newImport,
  newPrompt,
  newRun,
  newShare,
  nextNumber,
  sampleEngine,
} from '#test/visibility-records.ts'

import type { Samples } from './sample.ts'

export const visibilitySamples: Samples<'visibility'> = {
  getAsvMetrics: async (on) => {
    await newAnswer(on)
    const input = { range: '7d', brandIds: [await newCompetitor(on)], compare: true, series: 'week' }
    return { input, ids: ['brandIds'] }
  },
  listAsvPrompts: async (on) => {
    await newAnswer(on)
    return { input: { state: 'active', byEngine: true } }
  },
  createAsvPrompts: async () => ({
    input: { prompts: [{ text: `Which tool is best for case ${nextNumber()}?` }] },
    other: { prompts: [{ text: `Which tool is best for case ${nextNumber()}?` }] },
  }),
  updateAsvPrompt: async (on) => ({
    input: { id: await newPrompt(on), text: `Another question ${nextNumber()}?` },
    ids: ['id'],
    other: { id: await newPrompt(on), state: 'paused' },
  }),
  deleteAsvPrompts: async (on) => ({
    input: { ids: [await newPrompt(on)] },
    ids: ['ids'],
    other: { ids: [await newPrompt(on)], keepHistory: false },
  }),
  updateAsvEngine: async (on) => {
    const engineId = await sampleEngine(on)
    return { input: { engineId, samplesPerPrompt: 5 }, ids: ['engineId'], other: { engineId, country: 'DE' } }
  },
  listAsvCompetitors: async (on) => {
    await newAnswer(on)
    return { input: { includeOwn: true, includeDiscovered: true } }
  },
  createAsvCompetitor: async (on) => {
    await newAnswer(on)
    return { input: { name: `Rival ${nextNumber()}` }, other: { name: `Rival ${nextNumber()}` } }
  },
  updateAsvCompetitor: async (on) => ({
    input: { id: await newCompetitor(on), aliases: [`Alias ${nextNumber()}`] },
    ids: ['id'],
    other: { id: await newCompetitor(on), matchCase: true },
  }),
  deleteAsvCompetitor: async (on) => ({
    input: { id: await newCompetitor(on) },
    ids: ['id'],
    other: { id: await newCompetitor(on) },
  }),
  createAsvAnalysis: async (on) => {
    const engineIds = [await sampleEngine(on)]
    return {
      input: { name: 'All', promptFilter: {}, engineIds },
      ids: ['engineIds'],
      other: { name: 'Others', promptFilter: {}, engineIds },
    }
  },
  updateAsvAnalysis: async (on) => ({
    input: { id: await newAnalysis(on), name: 'Renamed' },
    ids: ['id'],
    other: { id: await newAnalysis(on), samples: 4 },
  }),
  deleteAsvAnalysis: async (on) => ({
    input: { id: await newAnalysis(on) },
    ids: ['id'],
    other: { id: await newAnalysis(on) },
  }),
  estimateAsvRun: async (on) => {
    await newPrompt(on)
    return { input: { analysisId: await newAnalysis(on) }, ids: ['analysisId'] }
  },
  startAsvRun: async (on) => {
    const engineIds = [await askableEngine(on)]
    return {
      input: { promptIds: [await newPrompt(on)], engineIds },
      ids: ['promptIds', 'engineIds'],
      other: { promptIds: [await newPrompt(on)], engineIds, samples: 1 },
    }
  },
  listAsvRuns: async (on) => {
    await newRun(on)
    return { input: { state: 'succeeded' } }
  },
  getAsvRun: async (on) => ({
    input: { runId: await newRun(on), compareTo: await newRun(on) },
    ids: ['runId'],
  }),
  listAsvSources: async (on) => {
    await newAnswer(on)
    return { input: { level: 'url', range: '7d' } }
  },
  listAsvGaps: async (on) => {
    await newGap(on)
    return { input: { kind: 'mention' } }
  },
  getAsvItemEffect: async (on) => ({ input: { itemId: await newItem(on, { published: true }) }, ids: ['itemId'] }),
  getAsvReport: async (on) => {
    await newGap(on)
    return { input: { range: '7d', format: 'csv' } }
  },
  shareAsvReport: async (on) => {
    await newGap(on)
    return { input: { range: '7d' }, other: { range: '28d' } }
  },
  listAsvShares: async (on) => {
    await newShare(on)
    return { input: {} }
  },
  revokeAsvShare: async (on) => ({
    input: { shareId: await newShare(on) },
    ids: ['shareId'],
    other: { shareId: await newShare(on) },
  }),
  listAsvAnswers: async (on) => {
    await newAnswer(on)
    return { input: { mentioned: false, whole: true, pageSize: 10 } }
  },
  getAsvAnswer: async (on) => ({ input: { answerId: await newAnswer(on) }, ids: ['answerId'] }),
  importAsvAnswers: async (on) => ({ input: await newImport(on), other: await newImport(on) }),
}
