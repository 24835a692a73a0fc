import { useParams } from '@tanstack/react-router'
import type { EditorView } from 'prosemirror-view'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'

import { isAddress } from '#web/areas/content/article/body/address.ts'
import { linkAt, setLink } from '#web/areas/content/article/body/commands.ts'
import { ItemState } from '#web/areas/content/item-words.tsx'
import type { ManagerItem } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { inputLook } from '#web/parts/control-look.ts'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { titledFirst } from '#web/parts/titled-first.ts'
import { useOperation } from '#web/use-operation.ts'

/** Where the selected text links to: an address, or an article by a word of its title. */
export function LinkDialog({ view, onClose }: { view: EditorView; onClose(): void }) {
  const id = useId()
  const before = linkAt(view.state)
  const [text, setText] = useState(before)
  const [taken, setTaken] = useState<ManagerItem | null>(null)
  const [at, setAt] = useState(-1)
  const [isRefused, setRefused] = useState(false)
  const { isWritten, articles } = useFoundArticles(text.trim())

  function apply(href: string) {
    setLink(href, taken?.title ?? '')(view.state, view.dispatch)
    onClose()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const href = isWritten ? text.trim() : (articles[0]?.url ?? `https://${text.trim()}`)
    if (isAddress(href)) apply(href)
    else setRefused(true)
  }
  function write(address: string, article: ManagerItem | null = null) {
    setText(address)
    setTaken(article)
    setAt(-1)
    setRefused(false)
  }
  /** Arrows choose among the articles, Enter takes the one that is chosen. */
  function choose(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = articles[at]
    if (step !== undefined && articles.length > 0)
      setAt((Math.max(at, step < 0 ? 0 : -1) + step + articles.length) % articles.length)
    else if (event.key === 'Enter' && chosen !== undefined) write(chosen.url, chosen)
    else return
    event.preventDefault()
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
          aria-activedescendant={articles[at] && `${id}-${at}`}
          aria-invalid={isRefused}
          aria-describedby={isRefused ? `${id}-refused ${id}-hint` : `${id}-hint`}
          autoComplete="off"
          value={text}
          onKeyDown={choose}
          onChange={(event) => write(event.target.value)}
          className={inputLook}
        />
        <Notes id={id} isRefused={isRefused} isHidden={taken !== null && taken.status !== 'published'} />
        <FoundArticles id={id} articles={articles} at={at} onTake={(article) => write(article.url, article)} />
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

/** Other articles that a text finds; none for a text that is an address itself. */
function useFoundArticles(text: string): { isWritten: boolean; articles: readonly ManagerItem[] } {
  const { itemId } = useParams({ from: '/o/$orgSlug/content/$itemId' })
  const isWritten = /^(?:[a-z][a-z\d+.-]*:|\/|#|$)/i.test(text)
  const wanted = { search: text, page: 1, pageSize: searched }
  const found = useOperation('listManagerItems', wanted, { enabled: !isWritten })
  const others = (found.data?.items ?? []).filter(({ id }) => id !== itemId)
  return { isWritten, articles: isWritten ? [] : titledFirst(others, text).slice(0, shown) }
}

/** How many articles are looked through, and how many of them are offered. */
const [searched, shown] = [24, 8]

function Notes({ id, isRefused, isHidden }: { id: string; isRefused: boolean; isHidden: boolean }) {
  return (
    <>
      {isRefused && (
        <p id={`${id}-refused`} className="mt-1 text-sm text-press-ink">
          A link leads to a website, a place on yours, an e-mail address or a telephone number.
        </p>
      )}
      <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
        An address, or a word of the title of one of your articles.
      </p>
      <p role="status" className="mt-1 text-sm text-warn-ink">
        {isHidden && 'That article is not live: until it is, the link leads readers nowhere.'}
      </p>
    </>
  )
}

type FoundProps = {
  id: string
  articles: readonly ManagerItem[]
  at: number
  onTake(article: ManagerItem): void
}

function FoundArticles({ id, articles, at, onTake }: FoundProps) {
  return (
    <ul id={`${id}-found`} role="listbox" aria-label="Articles" className="mt-2">
      {articles.map((article, place) => (
        <li
          key={article.id}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === at}
          onClick={() => onTake(article)}
          className="flex cursor-pointer items-baseline gap-3 rounded px-2 py-1 hover:bg-raised aria-selected:bg-raised"
        >
          <span className="min-w-0 flex-1">
            {article.title} <span className="mono text-muted">{article.slug}</span>
          </span>
          <ItemState item={article} />
        </li>
      ))}
    </ul>
  )
}
