import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { useOrganization } from '#web/context.ts'
import { useTheme } from '#web/parts/theme.ts'
import { signOut } from '#web/session.ts'

/** What the person at the foot of the navigation can do for themselves. */
export default function AccountPanel({ email }: { email: string }) {
  const router = useRouter()
  const { slug } = useOrganization()
  const [theme, turn] = useTheme()
  const [problem, setProblem] = useState<string | null>(null)

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
    <>
      <p className="truncate border-b border-line px-2.5 pt-1 pb-2 text-muted">{email}</p>
      <Link
        to="/o/$orgSlug/account"
        params={{ orgSlug: slug }}
        onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
        className={`mt-1 ${entryLook}`}
      >
        Account and security
      </Link>
      <button type="button" onClick={turn} className={entryLook}>
        Theme: {theme}
      </button>
      <button type="button" onClick={leave} className={entryLook}>
        Sign out
      </button>
      {problem && (
        <p role="alert" className="px-2.5 py-2 text-sm text-press-ink">
          {problem}
        </p>
      )}
    </>
  )
}

const entryLook = 'flex min-h-11 w-full items-center rounded-lg px-2.5 text-left hover:bg-raised md:min-h-8'
