import { Link, useRouter } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useOrganization } from '#web/context.ts'
import { Popover } from '#web/parts/popover.tsx'
import { useTheme } from '#web/parts/theme.ts'
import { Initials } from '#web/parts/who.tsx'
import { signOut, type Person } from '#web/session.ts'

/** The person at the foot of the navigation: own account, theme, sign out. */
export function AccountMenu({ person }: { person: Person }) {
  const id = useId()
  const router = useRouter()
  const { slug, role } = useOrganization()
  const [theme, turn] = useTheme()
  const [problem, setProblem] = useState<string | null>(null)
  const name = person.displayName ?? person.email.split('@')[0] ?? ''

  async function leave() {
    try {
      await signOut()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Signing out failed.')
      return
    }
    router.options.context.queries.clear()
    await router.navigate({ to: '/sign-in' })
  }

  return (
    <div className="sticky bottom-0 border-t border-line bg-paper py-2">
      <button
        type="button"
        popoverTarget={id}
        className="flex w-full items-center gap-2 rounded-lg p-1.5 text-left transition-colors hover:bg-raised"
      >
        <Initials name={name} />
        <span className="min-w-0">
          <span className="sr-only">Account: </span>
          <span className="block truncate">{name}</span>
          <span className="t-label block capitalize">{role}</span>
        </span>
      </button>
      <Popover id={id} label="Account" className="bottom-16 left-2.5 w-56">
        <p className="truncate border-b border-line px-2.5 pt-1 pb-2 text-muted">{person.email}</p>
        <Link
          to="/o/$orgSlug/account"
          params={{ orgSlug: slug }}
          onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
          className={`mt-1 ${entryLook}`}
        >
          Account and security
        </Link>
        <button type="button" onClick={turn} className={entryLook}>
          {theme === 'dark' ? 'Use the light theme' : 'Use the dark theme'}
        </button>
        <button type="button" onClick={leave} className={entryLook}>
          Sign out
        </button>
        {problem && (
          <p role="alert" className="px-2.5 py-2 text-sm text-press-ink">
            {problem}
          </p>
        )}
      </Popover>
    </div>
  )
}

const entryLook = 'flex min-h-11 w-full items-center rounded-lg px-2.5 text-left hover:bg-raised md:min-h-8'
