import { RadioGroup } from '#web/parts/radio-group.tsx'
import { Section } from '#web/parts/section.tsx'
import { useThemeChoice } from '#web/parts/theme.ts'

/** How the application looks in this browser. */
export function AppearanceSection() {
  const [choice, choose] = useThemeChoice()
  return (
    <Section
      title="Appearance"
      lead="For this browser only."
      body={
        <div className="">
          <RadioGroup
            label="Theme"
            value={choice}
            options={[
              { value: 'system', label: 'As the system', hint: 'Follows the light or dark setting of this device.' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            onChange={choose}
          />
        </div>
      }
    />
  )
}
