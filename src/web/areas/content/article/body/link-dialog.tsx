import type { EditorView } from 'prosemirror-view'
import { useId, useState, type FormEvent } from 'react'

import { linkAt, setLink } from '#web/areas/content/article/body/commands.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { inputLook } from '#web/parts/field.tsx'
import { useOperation } from '#web/use-operation.ts'

/** Where the selected text links to: an address, or an article by a word of its title. */
export function LinkDialog({ view, onClose }: { view: EditorView; onClose(): void }) {
  const id = useId()
  const before = linkAt(view.state)
  const [text, setText] = useState(before)
  const [title, setTitle] = useState('')
  const isAddress = /^(?:[a-z][a-z\d+.-]*:|\/|#|$)/i.test(text.trim())
  const found = useOperation('listManagerItems', { search: text.trim(), page: 1, pageSize: 8 }, { enabled: !isAddress })
  const articles = isAddress ? [] : (found.data?.items ?? [])

  function apply(href: string) {
    setLink(href, title)(view.state, view.dispatch)
    onClose()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    apply(isAddress ? text.trim() : (articles[0]?.url ?? `https://${text.trim()}`))
  }

  return (
    <Dialog title="Link" onDismiss={onClose}>
      <form onSubmit={submit}>
        <label htmlFor={id} className="mb-1 block font-medium">
          Address
        </label>
        <input
          id={id}
          role="combobox"
          aria-expanded={articles.length > 0}
          aria-controls={`${id}-found`}
          aria-autocomplete="list"
          aria-describedby={`${id}-hint`}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={inputLook}
        />
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          An address, or a word of the title of one of your articles.
        </p>
        <ul id={`${id}-found`} role="listbox" aria-label="Articles" className="mt-2">
          {articles.map((article) => (
            <li key={article.id} role="option" aria-selected={article.url === text}>
              <button
                type="button"
                tabIndex={-1}
                className="w-full rounded px-2 py-1 text-left hover:bg-raised"
                onClick={() => {
                  setTitle(article.title)
                  setText(article.url)
                }}
              >
                {article.title} <span className="mono text-muted">{article.slug}</span>
              </button>
            </li>
          ))}
        </ul>
        <DialogButtons>
          {before !== '' && (
            <Button look="quiet" onClick={() => apply('')}>
              Remove link
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ink" disabled={text.trim() === ''}>
            Link
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
