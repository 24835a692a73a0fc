import { X } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'

type Token = { id: string; name: string }
type Props = {
  label: string
  chosen: readonly Token[]
  /** What the search found, chosen ones among them. */
  found: readonly Token[]
  /** What is typed, for the next search. */
  search: string
  onSearch(text: string): void
  onChange(chosen: readonly Token[]): void
  /** Makes one by the name that was typed; absent where that is not possible. */
  onCreate?: ((name: string) => void) | undefined
  error?: string | null | undefined
  hint?: ReactNode
  disabled?: boolean
}

/**
 * Several out of many in one quiet line, by search: what is chosen stands before the box, each with a button that takes it away. The pattern of the
 * combobox with a list (WAI-ARIA APG): arrows move, Enter takes, Escape closes, Backspace takes the last one away.
 */
export function TokenBox(props: Props) {
  const { label, chosen, found, search, onSearch, onChange, onCreate, error, hint, disabled = false } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const typed = search.trim()
  const offered = found.filter((one) => !chosen.some((other) => other.id === one.id))
  const isKnown = [...found, ...chosen].some(({ name }) => name.toLowerCase() === typed.toLowerCase())
  const canCreate = onCreate !== undefined && typed !== '' && !isKnown
  const options = canCreate ? [...offered, { id: '', name: `Create “${typed}”` }] : offered
  const active = isOpen ? options[Math.min(at, options.length - 1)] : undefined

  function take(option: Token) {
    if (option.id === '') onCreate?.(typed)
    else onChange([...chosen, option])
    onSearch('')
    setAt(0)
  }

  function hear(event: KeyboardEvent<HTMLInputElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setOpen(true)
      if (isOpen) setAt((place) => (place + step + options.length) % Math.max(1, options.length))
    } else if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault()
      take(active)
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setOpen(false)
    } else if (event.key === 'Backspace' && search === '') onChange(chosen.slice(0, -1))
  }

  return (
    <div className="relative grid grid-cols-[88px_minmax(0,1fr)] items-start">
      <label htmlFor={id} className="pt-1.5 text-muted">
        {label}
      </label>
      <div className="-ml-2 flex min-h-8 flex-wrap items-center gap-1 rounded-lg border border-transparent px-2 hover:border-line has-focus:border-edge">
        {chosen.map((one) => (
          <Chosen
            key={one.id}
            name={one.name}
            onRemove={disabled ? undefined : () => onChange(chosen.filter(({ id: other }) => other !== one.id))}
          />
        ))}
        <input
          id={id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && `${id}-${options.indexOf(active)}`}
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={Boolean(error)}
          value={search}
          disabled={disabled}
          autoComplete="off"
          placeholder={chosen.length === 0 && !disabled ? 'None yet' : undefined}
          onChange={(event) => {
            onSearch(event.target.value)
            setOpen(true)
            setAt(0)
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={hear}
          className="min-w-24 flex-1 bg-transparent text-base"
        />
      </div>
      <Options id={id} label={label} isOpen={isOpen} options={options} active={active} onTake={take} />
      <Notes {...{ id, hint, error }} />
    </div>
  )
}

function Notes({ id, hint, error }: { id: string } & Pick<Props, 'hint' | 'error'>) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="col-start-2 mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="col-start-2 mt-1 text-sm text-press-ink">
          {error}
        </p>
      )}
    </>
  )
}

type OptionsProps = {
  id: string
  label: string
  isOpen: boolean
  options: readonly Token[]
  active: Token | undefined
  onTake(option: Token): void
}

function Options({ id, label, isOpen, options, active, onTake }: OptionsProps) {
  return (
    <ul
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      hidden={!isOpen || options.length === 0}
      className="absolute top-full left-20 z-20 max-h-60 w-72 max-w-full overflow-y-auto rounded-lg bg-surface py-1 shadow-over"
    >
      {options.map((option, place) => (
        <li
          key={option.id}
          id={`${id}-${place}`}
          role="option"
          aria-selected={option === active}
          className="px-3 py-1.5 aria-selected:bg-raised"
          // The box keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
        >
          {option.name}
        </li>
      ))}
    </ul>
  )
}

function Chosen({ name, onRemove }: { name: string; onRemove: (() => void) | undefined }) {
  return (
    <span className="inline-flex items-center gap-1 rounded bg-raised py-0.5 pr-0.5 pl-2 text-base">
      <span className="min-w-0 wrap-anywhere">{name}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove ${name}`}
          className="grid size-6 shrink-0 place-items-center rounded hover:bg-line"
          onClick={onRemove}
        >
          <X aria-hidden className="size-3" />
        </button>
      )}
    </span>
  )
}
