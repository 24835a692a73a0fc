import { X } from 'lucide-react'

import { Button } from '#web/parts/button.tsx'
import { controlLook } from '#web/parts/control-look.ts'
import { IconButton } from '#web/parts/icon-button.tsx'

/** One link while it is edited. */
export type Linked = { key: number; name: string; address: string }

type Props = { links: readonly Linked[]; onChange(links: readonly Linked[]): void; error: string | null }

/** Where else the author is found: a short name and an address each. */
export function SocialLinks({ links, onChange, error }: Props) {
  const change = (key: number, to: Partial<Linked>) =>
    onChange(links.map((link) => (link.key === key ? { ...link, ...to } : link)))
  const add = () =>
    onChange([...links, { key: Math.max(0, ...links.map(({ key }) => key)) + 1, name: '', address: '' }])
  return (
    <fieldset>
      <legend className="mb-1 font-medium">
        Links <span className="font-normal text-muted">(optional)</span>
      </legend>
      <div className="flex flex-col gap-2">
        {links.map(({ key, name, address }, index) => (
          <div key={key} className="flex items-center gap-2">
            <input
              aria-label={`Name of link ${index + 1}`}
              value={name}
              maxLength={40}
              pattern="[a-zA-Z0-9][a-zA-Z0-9_\-]*"
              title="A short name without spaces, such as linkedin"
              required
              autoComplete="off"
              onChange={({ target }) => change(key, { name: target.value })}
              className={`${controlLook} w-32 min-w-0`}
            />
            <input
              aria-label={`Address of link ${index + 1}`}
              type="url"
              value={address}
              required
              autoComplete="off"
              onChange={({ target }) => change(key, { address: target.value })}
              className={`${controlLook} min-w-0 flex-1`}
            />
            <IconButton
              label={`Remove link ${index + 1}`}
              icon={<X strokeWidth={1.75} />}
              onClick={() => onChange(links.filter((link) => link.key !== key))}
            />
          </div>
        ))}
        <div>
          <Button size="small" disabled={links.length >= 20} onClick={add}>
            Add a link
          </Button>
        </div>
      </div>
      <p className="mt-1 text-sm text-muted">A short name such as linkedin, and the whole address.</p>
      {error && (
        <p role="alert" className="mt-1 text-sm text-press-ink">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The stored links as they are edited. */
export function linksIn(stored: Readonly<Record<string, string>> | null): Linked[] {
  return Object.entries(stored ?? {}).map(([name, address], key) => ({ key, name, address }))
}

/** What is edited as it is stored: null without any. */
export function toLinks(links: readonly Linked[]): Record<string, string> | null {
  if (links.length === 0) return null
  return Object.fromEntries(links.map(({ name, address }) => [name.trim(), address.trim()]))
}
