import { clsx } from 'clsx'
import { useId } from 'react'

import { type Grantable, grantable } from '#web/areas/account/api-access/grantable.ts'
import { presets, scopeGroups, type ScopeWords } from '#web/areas/account/api-access/scope-words.ts'
import type { CatalogEntry, Scope } from '#web/operations.ts'
import { inPlainWords } from '#web/parts/plain-words.ts'

type Props = {
  catalog: readonly CatalogEntry[]
  chosen: readonly Scope[]
  onChange(scopes: readonly Scope[]): void
  error: string | null | undefined
  /** Whether a scope can be ticked, where something other than the person's role decides as well. */
  given?: (scope: Scope) => Grantable
}

/** What an agent may do: presets, and one checkbox for each right with what it opens, in words. */
export function ScopeFields({ catalog, chosen, onChange, error, given }: Props) {
  const stateOf = given ?? ((scope: Scope) => grantable(scope, catalog))
  const can = (scope: Scope) => stateOf(scope).isGrantable
  const offered = presets.map(({ label, scopes }) => ({ label, scopes: scopes.filter(can) }))
  return (
    <div className="flex flex-col gap-5">
      <div role="group" aria-label="Presets" className="flex flex-wrap items-center gap-1.5">
        <span className="mr-1.5 font-medium">May do</span>
        {offered.map(({ label, scopes }) => (
          <button
            key={label}
            type="button"
            aria-pressed={isSame(scopes, chosen.filter(can))}
            onClick={() => onChange(scopes)}
            className="min-h-11 rounded-lg border border-edge px-3 hover:bg-raised aria-pressed:border-ink aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-ink md:min-h-8"
          >
            {label}
          </button>
        ))}
      </div>
      {error && <p className="text-sm font-medium text-press-ink">{error}</p>}
      {scopeGroups.map(({ title, hint, scopes }) => (
        <fieldset key={title}>
          <legend className="font-medium">{title}</legend>
          <p className="mb-2 text-sm text-muted">{hint}</p>
          <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {scopes.map((words) => (
              <ScopeField
                key={words.scope}
                words={words}
                state={stateOf(words.scope)}
                isChosen={chosen.includes(words.scope) && can(words.scope)}
                onToggle={(on) =>
                  onChange(on ? [...chosen, words.scope] : chosen.filter((scope) => scope !== words.scope))
                }
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

type FieldProps = {
  words: ScopeWords
  state: Grantable
  isChosen: boolean
  onToggle(on: boolean): void
}

function ScopeField({ words: { label, warning }, state, isChosen, onToggle }: FieldProps) {
  const id = useId()
  return (
    <div className="flex gap-2.5 py-1.5">
      <input
        id={id}
        type="checkbox"
        checked={isChosen}
        disabled={!state.isGrantable}
        aria-describedby={`${id}-more`}
        onChange={({ target }) => onToggle(target.checked)}
        className="mt-0.5"
      />
      <div className="min-w-0">
        <label htmlFor={id} className={clsx('block', !state.isGrantable && 'text-muted')}>
          {label}
        </label>
        <div id={`${id}-more`} className="text-sm text-muted">
          {warning && state.isGrantable && <p className="text-warn-ink">{warning}</p>}
          {state.reason && <p>{inPlainWords(state.reason)}</p>}
        </div>
        {state.isGrantable && state.opens.length > 0 && (
          <details className="text-sm text-muted">
            <summary className="w-fit py-0.5">
              {state.opens.length} {state.opens.length === 1 ? 'kind of call' : 'kinds of calls'}
            </summary>
            <ul className="pb-1">
              {state.opens.map((title) => (
                <li key={title}>{title}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </div>
  )
}

function isSame(left: readonly Scope[], right: readonly Scope[]): boolean {
  return left.length === right.length && left.every((scope) => right.includes(scope))
}
