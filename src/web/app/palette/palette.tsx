import { clsx } from 'clsx'
import { useId, useState, type KeyboardEvent } from 'react'

import { choicesFor, remember, useChoices, type Choice } from '#web/app/palette/choices.ts'
import { useFoundContent } from '#web/app/palette/use-found-content.ts'
import { useModal } from '#web/parts/use-modal.ts'
import type { SignedIn } from '#web/session.ts'

/** One box that goes to any screen, finds content and does what can be done with what is open. */
export default function Palette({ session, onClose }: { session: SignedIn; onClose(): void }) {
  const modal = useModal({ onDismiss: onClose })
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const local = choicesFor(useChoices(session), text)
  const found = useFoundContent(text).filter((one) => !local.some((choice) => choice.id === one.id))
  const choices = [...local, ...found]
  const active = choices[Math.min(at, choices.length - 1)]

  function take(choice: Choice) {
    remember(choice)
    onClose()
    choice.run()
  }
  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((Math.min(at, choices.length - 1) + step + choices.length) % Math.max(1, choices.length))
    }
    if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) {
      event.preventDefault()
      take(active)
    }
  }

  return (
    <dialog
      {...modal}
      aria-label="Go to, find, do"
      className="mx-auto mt-[12vh] w-[calc(100vw-2rem)] max-w-xl rounded-xl bg-surface shadow-over max-md:mt-4"
    >
      <input
        type="text"
        role="combobox"
        aria-label="Go to, find, do"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={active ? `${id}-${choices.indexOf(active)}` : undefined}
        aria-autocomplete="list"
        placeholder="A screen, a title or an address, something to do"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        maxLength={2048}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setAt(0)
        }}
        onKeyDown={press}
        className="block h-12 w-full border-b border-line bg-transparent px-4 text-lg outline-none placeholder:text-muted md:text-[15px]"
      />
      <Choices id={id} choices={choices} active={active} onTake={take} />
      {choices.length === 0 && (
        <p role="status" className="px-4 pb-4 text-muted">
          Nothing has “{text.trim()}”.
        </p>
      )}
    </dialog>
  )
}

type ChoicesProps = {
  id: string
  choices: readonly Choice[]
  active: Choice | undefined
  onTake(choice: Choice): void
}

function Choices({ id, choices, active, onTake }: ChoicesProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Choices"
      className="max-h-[min(420px,60vh)] overflow-y-auto p-1.5"
    >
      {groupsOf(choices).map(([group, members]) => (
        <div key={group} role="group" aria-label={group}>
          <p aria-hidden className="t-label px-2.5 pt-2 pb-1">
            {group}
          </p>
          {members.map((choice) => (
            <Option
              key={choice.id}
              id={`${id}-${choices.indexOf(choice)}`}
              choice={choice}
              isActive={choice === active}
              onTake={() => onTake(choice)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = { id: string; choice: Choice; isActive: boolean; onTake(): void }

function Option({ id, choice: { label, hint, isContent }, isActive, onTake }: OptionProps) {
  return (
    // The combobox has the focus and the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={onTake}
      className={clsx(
        'flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-lg px-2.5 md:min-h-8',
        isActive && 'bg-raised',
      )}
    >
      <span className={clsx('truncate', isContent && 't-row')}>{label}</span>
      {hint && <span className={clsx('min-w-0 truncate text-muted', isContent && 'mono')}>{hint}</span>}
    </div>
  )
}

/** The choices by their groups, in the order in which each group comes first. */
function groupsOf(choices: readonly Choice[]): [string, Choice[]][] {
  return [...Map.groupBy(choices, ({ group }) => group)]
}
