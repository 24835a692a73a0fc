import { DOMSerializer, Fragment, type Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, TextSelection } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'

import { openBody } from '#web/areas/content/article/body/body-document.ts'
import { schema } from '#web/areas/content/article/body/schema.ts'
import { writeBlock } from '#web/areas/content/article/body/write-markdown.ts'
import type { BodySuggestion } from '#web/areas/content/article/suggestions/body-suggestion.ts'
import { findHunks, type Hunk, wordPieces } from '#web/areas/content/article/suggestions/find-hunks.ts'

type Decision = 'accept' | 'keep'
type Decided = { ids: readonly string[] }
type State = { kept: ReadonlySet<string>; hunks: readonly Hunk<Node>[]; shown: DecorationSet }

const key = new PluginKey<State>('suggestions')

/**
 * Shows what a proposal would change as insert and strike in the text, each with its reason and its two buttons
 * (web.md#suggestions-are-decided-singly). The document holds nothing of it until somebody accepts.
 */
export function suggestionPlugin({ before, proposed, ...said }: BodySuggestion): Plugin<State> {
  const proposal = {
    before: blocksOf(openBody(before).doc).map(keyOf),
    proposed: blocksOf(openBody(proposed).doc).map((node) => ({ key: keyOf(node), value: node })),
  }
  const stateOf = (doc: Node, kept: ReadonlySet<string>): State => {
    const hunks = findHunks(blocksOf(doc).map(keyOf), proposal).filter(({ id }) => !kept.has(id))
    const shown = hunks.flatMap((hunk, at) => decorationsOf(doc, hunk, { ...said, at, count: hunks.length }))
    return { kept, hunks, shown: DecorationSet.create(doc, shown) }
  }
  return new Plugin<State>({
    key,
    state: {
      init: (_config, { doc }) => stateOf(doc, new Set()),
      apply(transaction, before_) {
        const decided = transaction.getMeta(key) as Decided | undefined
        if (decided === undefined && !transaction.docChanged) return before_
        return stateOf(transaction.doc, new Set([...before_.kept, ...(decided?.ids ?? [])]))
      },
    },
    props: {
      decorations: (state) => key.getState(state)?.shown,
      handleKeyDown(view, event) {
        const decision = event.altKey && !event.ctrlKey && !event.metaKey ? keys[event.code] : undefined
        const hunk = decision === undefined ? undefined : nextOf(view.state)
        if (decision === undefined || hunk === undefined) return false
        decide(view, decision, [hunk.id])
        return true
      },
    },
  })
}

/** Calls back after every change of the view. */
export const afterChanges = (report: () => void) => new Plugin({ view: () => ({ update: report }) })

const keys: Readonly<Record<string, Decision>> = { KeyA: 'accept', KeyK: 'keep' }

/** How many suggestions are left in the text. */
export function suggestionsLeft(state: EditorState): number {
  return key.getState(state)?.hunks.length ?? 0
}

/** Decides about all that are left. */
export function decideAll(view: EditorView, decision: Decision): void {
  decide(
    view,
    decision,
    (key.getState(view.state)?.hunks ?? []).map(({ id }) => id),
  )
}

function decide(view: EditorView, decision: Decision, ids: readonly string[]): void {
  const { state } = view
  const hunks = (key.getState(state)?.hunks ?? []).filter(({ id }) => ids.includes(id))
  const transaction = state.tr.setMeta(key, { ids } satisfies Decided)
  let at = 0
  if (decision === 'accept')
    for (const hunk of hunks.toReversed()) {
      const { from, to } = rangeOf(state.doc, hunk)
      const isWhole = hunk.blocks.length === 0 && from === 0 && to === state.doc.content.size
      transaction.replaceWith(from, to, Fragment.from(isWhole ? [schema.node('paragraph')] : hunk.blocks))
      at = from
    }
  else at = hunks[0] === undefined ? 0 : rangeOf(state.doc, hunks[0]).from
  const near = transaction.doc.resolve(Math.min(at, transaction.doc.content.size))
  view.dispatch(transaction.setSelection(TextSelection.near(near)))
  // The next one, where there is one, is where the cursor goes: its buttons are gone with the decision.
  const next = nextOf(view.state)
  if (next !== undefined) {
    const { from } = rangeOf(view.state.doc, next)
    view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(from))).scrollIntoView())
  }
  view.focus()
}

/** The suggestion at the cursor or after it, else the first. */
function nextOf(state: EditorState): Hunk<Node> | undefined {
  const hunks = key.getState(state)?.hunks ?? []
  return hunks.find((hunk) => rangeOf(state.doc, hunk).to >= state.selection.from) ?? hunks[0]
}

const blocksOf = (doc: Node): readonly Node[] => doc.content.content
const texts = new WeakMap<Node, string>()

/** What a block says, in the editor's own form. */
function keyOf(node: Node): string {
  const known = texts.get(node) ?? `${node.type.name} ${writeBlock(node)}`
  texts.set(node, known)
  return known
}

function rangeOf(doc: Node, { from, to }: Pick<Hunk<Node>, 'from' | 'to'>): { from: number; to: number } {
  const sizes = blocksOf(doc).map(({ nodeSize }) => nodeSize)
  const sum = (until: number) => sizes.slice(0, until).reduce((total, size) => total + size, 0)
  return { from: sum(from), to: sum(to) }
}

type Said = Pick<BodySuggestion, 'who' | 'reason'> & { at: number; count: number }

function decorationsOf(doc: Node, hunk: Hunk<Node>, said: Said): Decoration[] {
  const { from, to } = rangeOf(doc, hunk)
  const old = blocksOf(doc).slice(hunk.from, hunk.to)
  const controls = Decoration.widget(to, (view) => controlsOf(view, hunk.id, said), {
    side: 2,
    key: `${hunk.id} ${said.at} of ${said.count}`,
    stopEvent: () => true,
    ignoreSelection: true,
  })
  return [...(inWords(old, hunk.blocks, from) ?? inBlocks({ old, hunk, from, to })), controls]
}

/** One block that stays of its kind, word by word; undefined where it is more than a change of words. */
function inWords(old: readonly Node[], blocks: readonly Node[], from: number): Decoration[] | undefined {
  const [a, b] = [old[0], blocks[0]]
  if (old.length !== 1 || blocks.length !== 1 || a === undefined || b === undefined) return undefined
  if (a.type !== b.type || !a.isTextblock || a.type.spec.code === true) return undefined
  const [before, after] = [textOf(a), textOf(b)]
  if (before === after) return undefined
  let at = from + 1
  return wordPieces(before, after).flatMap(({ kind, text }) => {
    const start = at
    if (kind !== 'new') at += text.length
    if (kind === 'same') return []
    if (kind === 'gone') return [Decoration.inline(start, at, { nodeName: 'del' })]
    return [Decoration.widget(start, () => inserted('ins', [text]), { side: 1, key: `new ${start} ${text}` })]
  })
}

const textOf = (node: Node): string => node.textBetween(0, node.content.size, undefined, '\ufffc')

type Change = { old: readonly Node[]; hunk: Hunk<Node>; from: number; to: number }

/** Whole blocks: those that go are struck, those that come stand below them. */
function inBlocks({ old, hunk, from, to }: Change): Decoration[] {
  let at = from
  const gone = old.map((node) => {
    const start = at
    at += node.nodeSize
    return Decoration.node(start, at, { class: 'suggestion-gone' })
  })
  if (hunk.blocks.length === 0) return gone
  const serializer = DOMSerializer.fromSchema(schema)
  const shown = () =>
    inserted(
      'div',
      hunk.blocks.map((node) => serializer.serializeNode(node)),
    )
  return [...gone, Decoration.widget(to, shown, { side: 1, key: `new ${hunk.id}`, ignoreSelection: true })]
}

function inserted(name: 'ins' | 'div', content: readonly (string | globalThis.Node)[]): HTMLElement {
  const element = document.createElement(name)
  element.className = 'suggestion-new'
  element.contentEditable = 'false'
  element.append(...content)
  return element
}

function controlsOf(view: EditorView, id: string, { who, reason, at, count }: Said): HTMLElement {
  const group = document.createElement('div')
  group.className = 'suggestion-decision'
  group.contentEditable = 'false'
  group.setAttribute('role', 'group')
  group.setAttribute('aria-label', `Suggestion ${at + 1} of ${count}`)
  const words = document.createElement('span')
  const name = document.createElement('strong')
  name.textContent = who
  words.append(name, reason === null ? '' : ` ${reason}`)
  group.append(words, button(view, id, 'keep'), button(view, id, 'accept'))
  return group
}

const labels: Readonly<Record<Decision, readonly [string, string]>> = {
  accept: ['Accept', 'Alt A'],
  keep: ['Keep mine', 'Alt K'],
}

function button(view: EditorView, id: string, decision: Decision): HTMLElement {
  const [label, shortcut] = labels[decision]
  const element = document.createElement('button')
  element.type = 'button'
  element.dataset['decision'] = decision
  element.setAttribute('aria-keyshortcuts', shortcut.replace(' ', '+'))
  element.append(label)
  const hint = document.createElement('kbd')
  hint.setAttribute('aria-hidden', 'true')
  hint.textContent = shortcut
  element.append(hint)
  element.addEventListener('click', () => decide(view, decision, [id]))
  return element
}
