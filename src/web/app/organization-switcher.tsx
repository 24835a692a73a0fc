import { Link } from '@tanstack/react-router'
import { Check, ChevronsUpDown, Plus } from 'lucide-react'
import { useId } from 'react'
import { useOrganization } from '#web/context.ts'
import { Popover } from '#web/parts/popover.tsx'
import type { SignedIn } from '#web/session.ts'

/** Names the organization of this page; leads to the person's others. */
export function OrganizationSwitcher({ session: { organizations, mayCreateOrganization } }: { session: SignedIn }) {
  const current = useOrganization()
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-lg px-2 text-left transition-colors hover:bg-raised"
      >
        <Initial name={current.name} />
        <span className="min-w-0 flex-1">
          <span className="sr-only">Organization: </span>
          <span className="block truncate font-medium">{current.name}</span>
          <span className="block truncate text-xs text-muted capitalize">{current.role}</span>
        </span>
        <ChevronsUpDown aria-hidden size={16} strokeWidth={1.75} className="text-muted" />
      </button>
      <Popover id={id} label="Organizations" className="top-15 left-3 w-60">
        <ul>
          {organizations.map(({ id: key, slug, name, role }) => (
            <li key={key}>
              <Link
                to="/o/$orgSlug/content"
                params={{ orgSlug: slug }}
                onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
                className="flex min-h-11 items-center gap-2.5 rounded-lg px-2 hover:bg-raised"
              >
                <Initial name={name} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{name}</span>
                  <span className="block text-xs text-muted capitalize">{role}</span>
                </span>
                {key === current.id && <Check aria-label="shown now" size={16} strokeWidth={1.75} />}
              </Link>
            </li>
          ))}
        </ul>
        {mayCreateOrganization && (
          <Link
            to="/new-organization"
            className="mt-1.5 flex min-h-11 items-center gap-2.5 rounded-lg border-t border-line px-2 hover:bg-raised"
          >
            <span aria-hidden className="grid size-7 shrink-0 place-items-center text-muted">
              <Plus size={16} strokeWidth={1.75} />
            </span>
            New organization
          </Link>
        )}
      </Popover>
    </>
  )
}

function Initial({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-lg bg-info-soft text-sm font-semibold text-info-ink"
    >
      {[...name][0]?.toUpperCase()}
    </span>
  )
}
