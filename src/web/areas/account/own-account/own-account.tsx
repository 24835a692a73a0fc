import { AddressSection } from '#web/areas/account/own-account/address-section.tsx'
import { AppearanceSection } from '#web/areas/account/own-account/appearance-section.tsx'
import { LeaveSection } from '#web/areas/account/own-account/leave-section.tsx'
import { PasswordSection } from '#web/areas/account/own-account/password-section.tsx'
import { ProfileSection } from '#web/areas/account/own-account/profile-section.tsx'
import { SecondFactorSection } from '#web/areas/account/own-account/second-factor-section.tsx'
import { SessionsSection } from '#web/areas/account/own-account/sessions-section.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useOperation } from '#web/use-operation.ts'
import { useProcedure } from '#web/use-person-action.ts'

/** Account: how one signs in, where one is signed in, and how it looks. It belongs to the person, whatever the organization. */
export function OwnAccount() {
  const profile = useOperation('getProfile', {})
  const security = useProcedure('getAccountSecurity', {})
  const sessions = useProcedure('listSessions', {})
  const error = profile.error ?? security.error ?? sessions.error
  const reads = [profile, security, sessions]

  return (
    <Page title="Account" lead="How you sign in and what you see. It is the same in every organization.">
      <div className="flex max-w-3xl flex-col gap-5">
        {error && <Problem error={error} onRetry={() => void Promise.all(reads.map((read) => read.refetch()))} />}
        {profile.data && security.data && sessions.data ? (
          <>
            <ProfileSection profile={profile.data} />
            <AddressSection security={security.data} />
            <PasswordSection />
            <SecondFactorSection factor={security.data.secondFactor} />
            <SessionsSection sessions={sessions.data.sessions} />
            <AppearanceSection />
            <LeaveSection />
          </>
        ) : (
          !error && <Loading />
        )}
      </div>
    </Page>
  )
}

function Loading() {
  return [330, 92, 112, 240].map((height, at) => (
    <div key={height + at} style={{ height }}>
      <Skeleton className="h-full !rounded-xl" />
    </div>
  ))
}
