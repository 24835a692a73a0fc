import type { StreamScript } from './llm-streams.ts'

/** What a provider is to say. Pages are found by a search; `cited` are places in `pages`, one per occurrence. */
export type Script = {
  text?: string
  pages?: { url: string; title: string }[]
  cited?: number[]
  queries?: string[]
  end?: 'refused' | 'cut off'
  /** Every search fails. */
  searchFails?: boolean
  /** How often the turn pauses before its end. */
  pauses?: number
  /** What is written in place of a form that is made up. */
  json?: unknown
  /** Tokens in and out. */
  tokens?: [number, number]
  served?: string
  /** How a stream goes, where one is asked for. */
  stream?: StreamScript
  /** What a picture by itself waits for. */
  drawnAfter?: Promise<void>
}

export type Asked = { provider: string; prompt: string; body: Record<string, unknown>; isForm: boolean }
