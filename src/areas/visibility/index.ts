import { askAsvEnginesJob } from './jobs/ask-asv-engines.ts'
import { readAsvAnswersJob } from './jobs/read-asv-answers.ts'
import { suggestAsvPromptsJob } from './jobs/suggest-asv-prompts.ts'
import { createAsvAnalysis } from './operations/create-asv-analysis.ts'
import { createAsvCompetitor } from './operations/create-asv-competitor.ts'
import { createAsvPrompts } from './operations/create-asv-prompts.ts'
import { deleteAsvAnalysis } from './operations/delete-asv-analysis.ts'
import { deleteAsvCompetitor } from './operations/delete-asv-competitor.ts'
import { deleteAsvPrompts } from './operations/delete-asv-prompts.ts'
import { estimateAsvRun } from './operations/estimate-asv-run.ts'
import { getAsvAnswer } from './operations/get-asv-answer.ts'
import { getAsvItemEffect } from './operations/get-asv-item-effect.ts'
import { getAsvMetrics } from './operations/get-asv-metrics.ts'
import { getAsvReport } from './operations/get-asv-report.ts'
import { getAsvRun } from './operations/get-asv-run.ts'
import { importAsvAnswers } from './operations/import-asv-answers.ts'
import { listAsvAnalyses } from './operations/list-asv-analyses.ts'
import { listAsvAnswers } from './operations/list-asv-answers.ts'
import { listAsvCompetitors } from './operations/list-asv-competitors.ts'
import { listAsvEngines } from './operations/list-asv-engines.ts'
import { listAsvGaps } from './operations/list-asv-gaps.ts'
import { listAsvPrompts } from './operations/list-asv-prompts.ts'
import { listAsvRuns } from './operations/list-asv-runs.ts'
import { listAsvShares } from './operations/list-asv-shares.ts'
import { listAsvSources } from './operations/list-asv-sources.ts'
import { revokeAsvShare } from './operations/revoke-asv-share.ts'
import { shareAsvReport } from './operations/share-asv-report.ts'
import { startAsvRun } from './operations/start-asv-run.ts'
import { suggestAsvPrompts } from './operations/suggest-asv-prompts.ts'
import { updateAsvAnalysis } from './operations/update-asv-analysis.ts'
import { updateAsvCompetitor } from './operations/update-asv-competitor.ts'
import { updateAsvEngine } from './operations/update-asv-engine.ts'
import { updateAsvPrompt } from './operations/update-asv-prompt.ts'

export { rescheduleAnalyses } from './analyses.ts'
export { readBrands } from './brands.ts'
export { findGaps, gapKinds } from './metrics/gaps.ts'
export { dueAnalyses, noteFailedStart, startDueAnalysis } from './due-analyses.ts'
export { ownBrandChanged, readStaleAnswers } from './own-brand-changed.ts'

export { earlierShareOutput, ownShare, ownShareOutput } from './metrics/own-share.ts'
export type { Report } from './report/build-report.ts'
export { findSharedReport, organizationOfToken } from './report/shares.ts'

export const operations = [
  getAsvMetrics,
  listAsvPrompts,
  createAsvPrompts,
  updateAsvPrompt,
  deleteAsvPrompts,
  suggestAsvPrompts,
  listAsvEngines,
  updateAsvEngine,
  listAsvCompetitors,
  createAsvCompetitor,
  updateAsvCompetitor,
  deleteAsvCompetitor,
  listAsvAnalyses,
  createAsvAnalysis,
  updateAsvAnalysis,
  deleteAsvAnalysis,
  estimateAsvRun,
  startAsvRun,
  listAsvRuns,
  getAsvRun,
  listAsvAnswers,
  getAsvAnswer,
  listAsvSources,
  listAsvGaps,
  importAsvAnswers,
  getAsvItemEffect,
  getAsvReport,
  shareAsvReport,
  listAsvShares,
  revokeAsvShare,
] as const

export const jobs = [askAsvEnginesJob, readAsvAnswersJob, suggestAsvPromptsJob] as const
