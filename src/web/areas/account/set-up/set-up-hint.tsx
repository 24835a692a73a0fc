import { CommandLine } from '#web/parts/command-line.tsx'
import { PlainPage } from '#web/parts/plain-page.tsx'

/** What an installation without a person says to somebody without the one-time link. */
export function SetUpHint() {
  return (
    <PlainPage title="Set up Masthead" lead="This installation has no account yet.">
      <p>
        The server printed a one-time set-up link when it started. Open that link: its path begins with{' '}
        <code>/setup/</code>.
      </p>
      <p className="mt-3 text-muted">Without access to that output, create the first account on the server itself:</p>
      <CommandLine what="Command that creates the first account">npm run -s masthead -- setup</CommandLine>
    </PlainPage>
  )
}
