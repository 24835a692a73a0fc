import { Link, useRouter } from '@tanstack/react-router'
import { CircleUserRound, LogOut, ShieldCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { useOrganization } from '#web/context.ts'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Popover } from '#web/parts/popover.tsx'
import { signOut, type Person } from '#web/session.ts'

export function AccountMenu({ person }: { person: Person }) {
  const id = useId()
  const router = useRouter()
  const { slug } = useOrganization()
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
      <IconButton label="Account" icon={<CircleUserRound strokeWidth={1.75} />} popoverTarget={id} />
      <Popover id={id} label="Account" className="top-14 right-3 w-64">
        <div className="border-b border-line px-2.5 pt-1.5 pb-2.5">
          {person.displayName && <p className="truncate font-medium">{person.displayName}</p>}
          <p className="truncate text-muted">{person.email}</p>
        </div>
        <Link
          to="/o/$orgSlug/account"
          params={{ orgSlug: slug }}
          onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
          className="mt-1.5 flex min-h-11 items-center gap-2.5 rounded-lg px-2.5 hover:bg-raised md:min-h-9"
        >
          <ShieldCheck aria-hidden size={16} strokeWidth={1.75} /> Account and security
        </Link>
        <button
          type="button"
          onClick={leave}
          className="flex min-h-11 w-full items-center gap-2.5 rounded-lg px-2.5 hover:bg-raised md:min-h-9"
        >
          <LogOut aria-hidden size={16} strokeWidth={1.75} /> Sign out
        </button>
        {problem && (
          <p role="alert" className="px-2.5 py-2 text-sm text-bad-ink">
            {problem}
          </p>
        )}
      </Popover>
    </>
  )
}
