import { TextInput } from '@mantine/core'
import { rgbOf } from '#shared/settings/contrast.ts'
import styles from './Settings.module.css'

interface ColourFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly label: string
  readonly isLabelHidden?: boolean
}

const two = (channel: number) => Math.round(channel).toString(16).padStart(2, '0')

/** As the system's chooser of colours takes it. */
function hexOf(value: string): string {
  const rgb = rgbOf(value)
  return rgb ? `#${rgb.map(two).join('')}` : '#000000'
}

/** A colour as text, with the system's chooser beside it. */
export function ColourField({ value, onChange, label, isLabelHidden = false }: ColourFieldProps) {
  return (
    <div className={styles.colour}>
      <TextInput
        {...(isLabelHidden ? { 'aria-label': label } : { label })}
        value={value}
        maxLength={60}
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
        leftSectionWidth={42}
        leftSection={
          <input
            type="color"
            aria-label={`${label}: choose`}
            value={hexOf(value)}
            data-unset={value === '' || undefined}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        }
      />
    </div>
  )
}
