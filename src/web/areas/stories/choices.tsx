import { useState } from 'react'

import { Checkbox } from '#web/parts/checkbox.tsx'
import { RadioGroup } from '#web/parts/radio-group.tsx'
import { Select } from '#web/parts/select.tsx'
import { Switch } from '#web/parts/switch.tsx'
import { Tabs } from '#web/parts/tabs.tsx'

/** What is chosen or switched. */
export function Choices() {
  const [isOn, setOn] = useState(true)
  const [format, setFormat] = useState<'csv' | 'json'>('csv')
  const [tab, setTab] = useState<'input' | 'result'>('input')
  return (
    <div className="flex flex-col gap-4">
      <Switch label="Live" isOn={isOn} onChange={setOn} />
      <Checkbox label="content:write" hint="Opens createItem and updateItem." defaultChecked />
      <Checkbox label="content:publish" disabled />
      <Select label="Status" value="" options={[['', 'Any status']]} onChange={() => {}} />
      <RadioGroup
        label="Format"
        value={format}
        onChange={setFormat}
        options={[
          { value: 'csv', label: 'CSV', hint: 'For a table program.' },
          { value: 'json', label: 'JSON' },
        ]}
      />
      <Tabs
        label="Parts of a call"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'input', label: 'Input' },
          { value: 'result', label: 'Result' },
        ]}
      >
        The {tab} of the call.
      </Tabs>
    </div>
  )
}
