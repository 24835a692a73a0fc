import type { SafeFetch } from './http.ts'
import type { Secret } from './secret.ts'

/** Every provider of models (models.md#one-file-per-provider). */
export const modelProviders = ['openai', 'anthropic', 'google', 'perplexity', 'openai_compatible'] as const
export type ModelProvider = (typeof modelProviders)[number]

/** What opens a provider. Only `openai_compatible` is used without a key, by its address alone. */
export type ModelAccess = { key: Secret<string> | null; baseUrl: string | null }

/** One provider, as an adapter works with it. It holds no transaction, and is not kept. */
export type ModelConnection = ModelAccess & {
  /** The one way out: addresses are guarded, limits hold. */
  fetch: SafeFetch
  signal?: AbortSignal | undefined
  /** Waits between two tries; with jitter by the clock where it is left out. */
  wait?: ((ms: number) => Promise<void>) | undefined
  /**
   * Called for what may have been paid although nothing of it is returned: a request that timed out or broke off, the turns
   * before a fault.
   */
  onLost?: (() => void) | undefined
}

/** What a call used; null: the provider does not say. `reportedCost`: what it says that the call costs, in US dollars. */
export type ModelUsage = {
  inputTokens: number | null
  outputTokens: number | null
  searches: number
  reportedCost: number | null
}

/** US dollars per million tokens and per search. Null: unknown. */
export type ModelPrice = {
  inputPerMillion: number
  outputPerMillion: number
  perSearch: number | null
  /** The day on which a list price was last compared with what the provider publishes; null: it was not. Left out: no list price. */
  checkedOn?: string | null
}

/** One question, asked alone: no system prompt, no earlier turn. */
export type Question = {
  model: string
  prompt: string
  webSearch: boolean
  /** Two letters, for the location of the search. */
  country: string | null
}

/** A page that a search found or an answer names. `url` is null where the provider hides it; then the domain may be known. */
export type WebSource = { url: string | null; domain: string | null; title: string | null }

/** What a provider answered. `truncated`: the text has no end. `search_failed`: every search failed. `bad_response`: no text. */
export type ModelAnswer = {
  state: 'ok' | 'refused' | 'error'
  errorCode: 'truncated' | 'search_failed' | 'bad_response' | null
  text: string
  /** The model as the provider names it in its answer. */
  servedModel: string | null
  searchQueries: readonly string[]
  searches: number
  /** Whether a search succeeded. */
  searched: boolean
  retrieved: readonly WebSource[]
  /** One entry per occurrence, in the order of the text. */
  cited: readonly WebSource[]
  usage: ModelUsage
  /** SHA-256 of the answer as it came. */
  rawHash: string
  /** Requests that were made, repetitions included. */
  tries: number
}

/** A picture that a model is shown. */
export type ShownPicture = { mime: string; bytes: Buffer }

/** A text that is asked for in a form. */
export type WriteRequest = {
  model: string
  instructions: string
  input: string
  /** What the input is about, in order; none by default. */
  pictures?: readonly ShownPicture[]
  /** A JSON Schema whose objects have only required fields and no further ones: what every provider understands. */
  schema: Record<string, unknown>
  schemaName: string
  maxOutputTokens: number
  /** Where somebody waits for a text of the form: the provider streams, and its growth is reported. */
  growing?: GrowingText | undefined
}

/** The text of one field of a form while a model writes it. */
export type GrowingText = {
  field: string
  /** Called with each part that arrives. `read` returns the text as far as it has come; one that begins again is shorter. */
  onGrowth(read: () => string): void
}

/** What came of it. `malformed`: no JSON; `cut_off`: it has no end. Both are worth asking again. */
export type WriteAnswer = {
  outcome: 'ok' | 'refused' | 'cut_off' | 'malformed'
  json: unknown
  servedModel: string | null
  usage: ModelUsage
  tries: number
}

/** How wide a picture is to its height. */
export const pictureAspects = ['16:9', '3:2', '1:1', '2:3', '9:16'] as const
export type PictureAspect = (typeof pictureAspects)[number]

export type DrawRequest = { model: string; prompt: string; aspect: PictureAspect }
export type DrawAnswer = { bytes: Buffer; servedModel: string | null; usage: ModelUsage; tries: number }

/** Why there is no answer, in the words that answers store. */
export type ModelFaultCode =
  | 'auth_failed'
  | 'quota_exhausted'
  | 'rate_limited'
  | 'timeout'
  | 'unavailable'
  | 'bad_response'
  | 'refused'

/** What adapters throw. The message is a sentence of ours: never a body, a header or a path of the other side. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault'
  readonly code: ModelFaultCode
  readonly httpStatus: number | undefined
  /** Milliseconds that the provider asks to wait. */
  readonly retryAfterMs: number | undefined
  /** Requests that were made. */
  readonly tries: number

  constructor(
    code: ModelFaultCode,
    message: string,
    more: { httpStatus?: number | undefined; retryAfterMs?: number | undefined; tries?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.code = code
    this.httpStatus = more.httpStatus
    this.retryAfterMs = more.retryAfterMs
    this.tries = more.tries ?? 1
  }
}

/** A provider: what it can do beyond answering, and its models where nobody chooses one. */
export type ModelConnector = {
  provider: ModelProvider
  /** Its name, as people know it. */
  label: string
  /** Null: the first model that the server names. */
  defaultModel: string | null
  /** The most searches that one answer can make, where the request limits them; null: it has none. */
  mostSearches: number | null
  /** The most tokens of found pages in the input of one answer: the window that its searches have. */
  mostSearched: number
  /** Whether its search is told a country. */
  hasLocation: boolean
  /** The names of its models; what it takes to know that the key works. Errors: `auth_failed` and the others. */
  listModels(connection: ModelConnection): Promise<readonly string[]>
  /** Errors: `ModelFault`; a refusal is an answer. */
  ask(connection: ModelConnection, question: Question): Promise<ModelAnswer>
  write?(connection: ModelConnection, request: WriteRequest): Promise<WriteAnswer>
  draw?: {
    defaultModel: string
    draw(connection: ModelConnection, request: DrawRequest): Promise<DrawAnswer>
  }
}

/** The providers of this installation. */
export type Models = {
  find(provider: ModelProvider): ModelConnector
  /** What the operator configured, for every organization that stored nothing of its own. */
  configured: Readonly<Partial<Record<ModelProvider, ModelAccess>>>
  /** The price of the first of these names that has one; null: unknown (models.md#unknown-is-not-zero). */
  priceOf(provider: ModelProvider, ...names: string[]): ModelPrice | null
}

/** Where there are none. */
export const noModels: Models = {
  find: () => {
    throw new Error('this runner was given no models')
  },
  configured: {},
  priceOf: () => null,
}

/** What a call costs in US dollars, to six decimals. Null: unknown, never zero (models.md#unknown-is-not-zero). */
export function costOf(price: ModelPrice | null, usage: ModelUsage): number | null {
  if (usage.reportedCost !== null) return toSixDecimals(usage.reportedCost)
  if (price === null) return null
  const parts = [
    priceOf(usage.inputTokens, price.inputPerMillion / 1_000_000),
    priceOf(usage.outputTokens, price.outputPerMillion / 1_000_000),
    priceOf(usage.searches, price.perSearch),
  ].filter((part) => part !== null)
  return parts.length < 3 ? null : toSixDecimals(parts.reduce((sum, part) => sum + part, 0))
}

// Nothing costs nothing, and so does anything at no price.
function priceOf(count: number | null, each: number | null): number | null {
  if (count === 0 || each === 0) return 0
  return count === null || each === null ? null : count * each
}

const toSixDecimals = (value: number): number => Math.round(value * 1_000_000) / 1_000_000

/** Declares a provider. Returns the declaration unchanged. */
export function modelConnector<const C extends ModelConnector>(declaration: C): C {
  return declaration
}
