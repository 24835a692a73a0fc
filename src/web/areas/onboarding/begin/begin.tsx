import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { beginnings } from '#web/areas/onboarding/begin/begin-search.ts'
import { BeginningSteps } from '#web/areas/onboarding/begin/beginning-steps.tsx'
import { useOrganization } from '#web/context.ts'
import { followJob } from '#web/jobs-under-way.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { Page } from '#web/parts/page.tsx'
import { useAction } from '#web/use-operation.ts'

/** What the set-up asks once there is an organization: each step can be skipped, and waits on the Desk. */
export function Begin() {
  const { step = 'website' } = useSearch({ from: '/o/$orgSlug/begin' })
  const { slug: orgSlug } = useOrganization()
  const navigate = useNavigate()
  const at = beginnings.indexOf(step)
  const goOn = () => {
    const next = ([undefined, 'content', 'agent'] as const)[at + 1]
    void (next === undefined
      ? navigate({ to: '/o/$orgSlug', params: { orgSlug } })
      : navigate({ to: '/o/$orgSlug/begin', params: { orgSlug }, search: { step: next } }))
  }
  const props = { orgSlug, goOn }
  return (
    <Page title={titles[step]} lead="You can skip this: what is left waits on the Desk.">
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,380px)_minmax(0,1fr)]">
        <div key={step}>
          {step === 'website' && <Website {...props} />}
          {step === 'content' && <FirstContent {...props} />}
          {step === 'agent' && <FirstAgent {...props} />}
        </div>
        <div className="max-lg:hidden">
          <BeginningSteps current={at + 1} />
        </div>
      </div>
    </Page>
  )
}

const titles = {
  website: 'Where is your website?',
  content: 'What do you begin with?',
  agent: 'Connect a first agent',
}

type Props = { orgSlug: string; goOn(): void }

function Website({ goOn }: Props) {
  const update = useAction('updateOrganizationSettings')
  async function submit(form: FormData) {
    if (await update.run({ siteUrl: textIn(form, 'siteUrl') }, { confirm: true })) goOn()
  }
  return (
    <Form onSubmit={submit}>
      <FormProblem error={update.error} />
      <TextField
        label="Address of your website"
        name="siteUrl"
        type="url"
        required
        placeholder="https://"
        hint="Links to your articles begin with it. Nothing is changed there."
        error={update.error?.fieldMessage('siteUrl')}
      />
      <Ways goOn={goOn}>
        <Button type="submit" look="ink" isBusy={update.isPending}>
          Save and go on
        </Button>
      </Ways>
    </Form>
  )
}

function FirstContent({ orgSlug, goOn }: Props) {
  const add = useAction('addExamples')
  async function begin() {
    const started = await add.run({}, { confirm: true })
    if (started === null) return
    followJob({
      id: started.jobId,
      doing: 'Adding example articles',
      done: 'The example articles are there. Settings > Organization removes them again.',
    })
    goOn()
  }
  return (
    <div className="flex flex-col gap-4">
      <FormProblem error={add.error} />
      <p>
        Bring what a WordPress site, a feed, a sitemap or a folder of Markdown has: everything arrives as a draft. Or
        begin with eight example articles, which one press removes again.
      </p>
      <p className="flex flex-wrap gap-2">
        <Link to="/o/$orgSlug/content/import" params={{ orgSlug }} className={buttonLook('plain')}>
          Import…
        </Link>
        <Button isBusy={add.isPending} onClick={() => void begin()}>
          Begin with examples
        </Button>
      </p>
      <Ways goOn={goOn} />
    </div>
  )
}

function FirstAgent({ orgSlug, goOn }: Props) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        Claude, Cursor, ChatGPT or your own program works here with what you allow it. You see every call, and take back
        what you do not want.
      </p>
      <p>
        <Link to="/o/$orgSlug/settings/api" params={{ orgSlug }} hash="connect" className={buttonLook('plain')}>
          Connect an agent…
        </Link>
      </p>
      <Ways goOn={goOn} />
    </div>
  )
}

function Ways({ goOn, children }: { goOn(): void; children?: ReactNode }) {
  return (
    <p className="flex items-center gap-2 border-t border-line pt-4">
      {children}
      <Button onClick={goOn}>Skip</Button>
    </p>
  )
}
