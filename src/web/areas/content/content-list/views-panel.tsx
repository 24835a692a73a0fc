import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useState } from 'react'

import type { ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import { keepViews, savedViews, withView } from '#web/areas/content/content-list/saved-views.ts'
import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'

/** The views that were saved, and a name for the one that is open. */
export default function ViewsPanel({ asked }: { asked: ContentSearch }) {
  const { id, slug: orgSlug } = useOrganization()
  const [views, setViews] = useState(() => savedViews(id))
  const keep = (next: typeof views) => {
    keepViews(id, next)
    setViews(next)
  }
  return (
    <div className="flex flex-col gap-3">
      {views.length === 0 && <p className="text-muted">Save the tab, filters and order that you come back to.</p>}
      <ul>
        {views.map(({ name, search }) => (
          <li key={name} className="flex items-center gap-1">
            <Link
              to="/o/$orgSlug/content"
              params={{ orgSlug }}
              search={search}
              className="min-w-0 flex-1 truncate rounded-lg px-2 py-1.5 hover:bg-raised"
            >
              {name}
            </Link>
            <IconButton
              label={`Remove the view ${name}`}
              icon={<X strokeWidth={1.75} />}
              onClick={() => keep(views.filter((view) => view.name !== name))}
            />
          </li>
        ))}
      </ul>
      <Form
        className="gap-2"
        onSubmit={(form) => {
          const name = textIn(form, 'view')
          if (name !== '') keep(withView(views, { name, search: asked }))
        }}
      >
        <TextField label="Name of this view" name="view" maxLength={60} autoComplete="off" required />
        <Button type="submit">Save view</Button>
      </Form>
    </div>
  )
}
