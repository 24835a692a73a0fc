/** What somebody suggests for the body: the text that it was made of, and what it would say. */
export type BodySuggestion = { before: string; proposed: string; who: string; reason: string | null }

/** What the page can ask of the text where suggestions are shown. */
export type SuggestionControls = { decideAll(decision: 'accept' | 'keep'): void }

/** What the text reports: how many are left there, and how to decide about all of them. Null: they are not shown yet. */
export type ShownSuggestions = { left: number; controls: SuggestionControls }
