import { Checkbox } from '@mantine/core'
import styles from './BookingWindows.module.css'

interface ChoiceGroupProps {
  readonly label: string
  readonly all: readonly { readonly id: number; readonly name: string }[]
  readonly chosen: readonly number[]
  readonly onChange: (chosen: number[]) => void
}

/** Some of a list, or none of it. */
export function ChoiceGroup({ label, all, chosen, onChange }: ChoiceGroupProps) {
  if (all.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <div data-list>
        {all.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
