import type { EditorView } from 'prosemirror-view'
import { type RefObject, useEffect } from 'react'

import type { BodySuggestion, ShownSuggestions } from '#web/areas/content/article/suggestions/body-suggestion.ts'

export type SuggestionProps = {
  suggestion: BodySuggestion | null
  onSuggestions?: ((shown: ShownSuggestions | null) => void) | undefined
}

/** Shows suggestions in a text while there are some; what that takes is loaded then. */
export function useShownSuggestions(
  view: RefObject<EditorView | null>,
  { suggestion, onSuggestions }: SuggestionProps,
): void {
  const { before, proposed, who, reason } = suggestion ?? {}
  useEffect(() => {
    if (before === undefined || proposed === undefined || who === undefined || reason === undefined) return
    let [isOver, leave] = [false, () => {}]
    void import('#web/areas/content/article/suggestions/suggestion-plugin.ts').then((part) => {
      const now = view.current
      if (isOver || now === null) return undefined
      const plugin = part.suggestionPlugin({ before, proposed, who, reason })
      const controls = { decideAll: (decision: 'accept' | 'keep') => part.decideAll(now, decision) }
      const report = () => onSuggestions?.({ left: part.suggestionsLeft(now.state), controls })
      const reporting = part.afterChanges(report)
      now.updateState(now.state.reconfigure({ plugins: [plugin, reporting, ...now.state.plugins] }))
      report()
      leave = () => {
        onSuggestions?.(null)
        if (now.isDestroyed) return
        const plugins = now.state.plugins.filter((one) => one !== plugin && one !== reporting)
        now.updateState(now.state.reconfigure({ plugins }))
      }
      return undefined
    })
    return () => {
      isOver = true
      leave()
    }
  }, [view, before, proposed, who, reason, onSuggestions])
}
