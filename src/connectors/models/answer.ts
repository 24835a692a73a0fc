import {
  type ModelAnswer,
  type ModelConnection,
  ModelFault,
  type ModelUsage,
  type ShownPicture,
  type WebSource,
} from '#kernel/model.ts'

import { cleanText, parse } from './texts-of-answers.ts'

/** The longest answer of a question, from which the highest cost of a run follows. */
export const answerTokens = 4096

/** The parts of an answer that an adapter finds in its format. */
export type Parts = Omit<ModelAnswer, 'state' | 'errorCode'> & {
  isRefused: boolean
  isCutOff: boolean
  /** Searches were made, and none brought anything. */
  didSearchFail: boolean
}

/** An answer from its parts: a refusal first, then searches that failed, then a missing end, then a missing text. */
export function answerOf(
  connection: ModelConnection,
  { isRefused, isCutOff, didSearchFail, text, ...others }: Parts,
): ModelAnswer {
  const parts = { ...others, text: cleanText(connection, text) }
  if (isRefused) return { ...parts, state: 'refused', errorCode: null }
  if (didSearchFail) return { ...parts, state: 'error', errorCode: 'search_failed' }
  if (isCutOff) return { ...parts, state: 'error', errorCode: 'truncated' }
  if (parts.text.trim() === '') return { ...parts, state: 'error', errorCode: 'bad_response' }
  return { ...parts, state: 'ok', errorCode: null }
}

const noUsage: ModelUsage = { inputTokens: 0, outputTokens: 0, searches: 0, reportedCost: null }

/** A refusal that came as a status is an answer as well. */
export async function refusalsAsAnswers(work: () => Promise<ModelAnswer>): Promise<ModelAnswer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ModelFault) || error.code !== 'refused') throw error
    return {
      state: 'refused',
      errorCode: null,
      text: '',
      servedModel: null,
      searchQueries: [],
      searches: 0,
      searched: false,
      retrieved: [],
      cited: [],
      usage: noUsage,
      rawHash: '',
      tries: error.tries,
    }
  }
}

/**
 * The text of an answer. Parts of a run are one text that the provider divided, as Anthropic does at citations; runs are apart by a search,
 * a pause or a message, and are paragraphs of their own (models.md#runs-are-paragraphs).
 */
export function textOfRuns(runs: readonly (readonly string[])[]): string {
  return runs
    .map((parts) => parts.join(''))
    .filter((run) => run.trim() !== '')
    .join('\n\n')
}

/** Parts in their order, in runs: each begins behind something else. */
export function runsOf<T>(parts: readonly T[], textIn: (part: T) => string | undefined): string[][] {
  const runs: string[][] = [[]]
  for (const part of parts) {
    const text = textIn(part)
    if (text === undefined) runs.push([])
    else runs.at(-1)?.push(text)
  }
  return runs
}

/** A page by its address; undefined where it is none. */
export function sourceOf(url: unknown, title?: unknown): WebSource | undefined {
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined
  return { url, domain: new URL(url).hostname, title: typeof title === 'string' && title !== '' ? title : null }
}

/** Those that are pages. */
export function sources(given: readonly (WebSource | undefined)[]): WebSource[] {
  return given.filter((one) => one !== undefined)
}

/** JSON in a text that a model wrote, which may stand between other words or in a fence; undefined where there is none. */
function jsonIn(connection: ModelConnection, text: string): unknown {
  const from = text.indexOf('{')
  const to = text.lastIndexOf('}')
  return from < 0 || to < from ? undefined : parse(text.slice(from, to + 1), connection)
}

type Written = {
  text: string
  isRefused: boolean
  isCutOff: boolean
  servedModel: string | null
  usage: ModelUsage
  tries: number
}

/** What became of a text that was asked for in a form. The key is in none of its texts, either. */
export function writtenOf(connection: ModelConnection, { text, isRefused, isCutOff, ...rest }: Written) {
  if (isRefused) return { ...rest, outcome: 'refused' as const, json: undefined }
  if (isCutOff) return { ...rest, outcome: 'cut_off' as const, json: undefined }
  const json = jsonIn(connection, text)
  return { ...rest, outcome: json === undefined ? ('malformed' as const) : ('ok' as const), json }
}

/** A picture as part of a request. */
export function dataUrl({ mime, bytes }: ShownPicture): string {
  return `data:${mime};base64,${bytes.toString('base64')}`
}

/** The names in a list of models: `data[].id`. */
export function modelIds(json: Record<string, unknown>): string[] {
  const data = Array.isArray(json['data']) ? (json['data'] as unknown[]) : []
  return data.flatMap((one) => {
    const name = typeof one === 'object' && one !== null ? (one as Record<string, unknown>)['id'] : undefined
    return typeof name === 'string' ? [name] : []
  })
}
