import { type EditorState, Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'

import { passageIn } from '#web/areas/content/article/requests/passage-places.ts'
import type { EditRequest } from '#web/areas/content/article/requests/use-asking.ts'

/** Marks the passages of requests in a text until the returned function is called. Where the text is edited the marks move along. */
export function markPassages(view: EditorView, requests: readonly EditRequest[]): () => void {
  const plugin: Plugin<DecorationSet> = new Plugin<DecorationSet>({
    state: {
      init: (_config, state) => marksIn(state, requests),
      apply: (transaction, marks) => marks.map(transaction.mapping, transaction.doc),
    },
    props: { decorations: (state) => plugin.getState(state) },
  })
  use(view, [...view.state.plugins, plugin])
  return () => {
    if (!view.isDestroyed)
      use(
        view,
        view.state.plugins.filter((one) => one !== plugin),
      )
  }
}

function use(view: EditorView, plugins: readonly Plugin[]): void {
  view.updateState(view.state.reconfigure({ plugins }))
}

function marksIn({ doc }: Pick<EditorState, 'doc'>, requests: readonly EditRequest[]): DecorationSet {
  const marks = requests.flatMap(({ passage, request }) => {
    const place = passage === null ? undefined : passageIn(doc, passage)
    return place === undefined
      ? []
      : [Decoration.inline(place.from, place.to, { nodeName: 'mark', class: 'edit-request', title: request })]
  })
  return DecorationSet.create(doc, marks)
}
