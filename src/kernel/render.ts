import type { Signature } from '#std/minhash.ts'
import type { SearchedText } from '#std/searched-text.ts'

import type { Asker } from './turns.ts'

/** A screenshot of a competitor's page that belongs below a heading of a comparison. */
export type ComparisonScreenshot = {
  sectionHeading: string
  competitorName: string
  screenshotUrl: string
  /** Only `captured` ones are shown. */
  status: string
}

export type RenderSource = {
  content: string
  format: 'markdown' | 'html'
  comparisonScreenshots?: readonly ComparisonScreenshot[]
  /**
   * The address below which Masthead serves its own media, such as `https://host/media/`. Images below it are kept whatever
   * its scheme, and a root-relative path of one becomes its address; without it only `https` images are kept.
   */
  mediaPath?: string
}

export type Rendered = {
  /** Sanitised HTML: what is stored as `content_html`. */
  html: string
  /** The plain text of the body, blocks separated by line feeds. */
  text: string
  searched: SearchedText
  /** The addresses of its links, each once. */
  hrefs: readonly string[]
  /** What the text is compared by. */
  signature: Signature
  wordCount: number
  /** The version of the sanitiser's policy that made `html`. */
  policyVersion: number
}

/**
 * Turns a body into sanitised HTML outside the event loop (content.md#sanitised-when-written). Refuses with
 * `validation_failed`, path `/input/content`, what is over a limit or not done in time.
 */
export type Render = (source: RenderSource) => Promise<Rendered>

/** How many bodies one piece of work has rendered at once: it leaves most places of its organization to others (turns.md#nobody-starves). */
export const bodiesAtOnce = 4

/** In whose turn a body is rendered, and how much processor time it has (2 s by default). */
export type RenderTurn = { asker?: Asker; timeoutMs?: number }

/**
 * The same threads for all organizations, in turns. Refuses besides with 429 `rate_limited` the call of an organization of
 * which 16 wait already, and with 503 `unavailable` what had no turn in time.
 */
export type SharedRender = (source: RenderSource, turn?: RenderTurn) => Promise<Rendered>

/** Renders in the turns of one who asks, with the installation's own media allowed wherever a body comes from. */
export function renderFor(
  render: SharedRender,
  { baseUrl, asker, timeoutMs }: { baseUrl: string; asker: () => Asker; timeoutMs?: number },
): Render {
  const time = timeoutMs === undefined ? {} : { timeoutMs }
  return (source) => render({ mediaPath: `${baseUrl}/media/`, ...source }, { asker: asker(), ...time })
}
