import { CloseButton, Loader, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { TEXT } from '../text.ts'

interface SearchBoxProps {
  readonly label: string
  readonly value: string
  readonly busy: boolean
  /** Whoever came to search types at once. */
  readonly focusFirst?: boolean
  readonly onChange: (typed: string) => void
  /** Enter: the person doesn't want to wait. */
  readonly onSubmit: () => void
  /** The arrow down, into what was found. */
  readonly onLeave: () => void
}

/** Where a search is typed. Enter searches at once, the arrow down goes to the results, Escape clears. */
export function SearchBox({
  label,
  value,
  busy,
  focusFirst = false,
  onChange,
  onSubmit,
  onLeave,
}: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focusFirst) input.current?.focus()
  }, [focusFirst])
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') onSubmit()
    else if (event.key === 'ArrowDown') onLeave()
    else if (event.key === 'Escape' && value !== '') clear()
    else return
    event.preventDefault()
    // A dialog around it stays open.
    event.stopPropagation()
  }
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
      rightSection={
        busy ? (
          <Loader size={14} aria-hidden="true" />
        ) : value === '' ? null : (
          <CloseButton size="sm" aria-label={TEXT.clearSearch} onClick={clear} />
        )
      }
    />
  )
}
