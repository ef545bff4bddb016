import './mantine-styles.ts'
import { TextInput } from '@mantine/core'
import { TYPED_FROM } from '#shared/domain/records.ts'
import { TEXT } from './text.ts'

interface TypedNumberProps {
  /** How many records it is done to. */
  readonly count: number
  /** From how many on it is asked for. */
  readonly from?: number
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Has the number of records typed before what can't be taken back is done to many (spec 4 §1.5); nothing for few. */
export function TypedNumber({ count, from = TYPED_FROM, value, onChange }: TypedNumberProps) {
  if (count < from) return null
  return (
    <TextInput
      data-autofocus
      label={TEXT.type(count)}
      value={value}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Why it isn't done yet; null where it may be. */
export const typedFault = (count: number, typed: string, from = TYPED_FROM): string | null =>
  count < from || typed.trim() === String(count) ? null : TEXT.notTyped(count)
