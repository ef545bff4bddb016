import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { FILTER_DEBOUNCE_MS, filterTerm } from '#shared/domain/searching.ts'
import { useSurroundings } from '../surroundings.tsx'

interface FilterBoxProps {
  readonly label: string
  /** What it searches for at first, or from elsewhere. */
  readonly initial?: string
  /** Told what to search for: '' below 2 characters, once the typing rested for 300 ms (spec 3 §9). */
  readonly onTerm: (term: string) => void
  readonly className?: string
}

const CLEAR = 'Clear the search'

/** A filter or search box of a list (spec 3 §5). Enter doesn't wait. */
export function FilterBox({ label, initial = '', onTerm, className = '' }: FilterBoxProps) {
  const { timers } = useSurroundings()
  const [typed, setTyped] = useState(initial)
  const told = useRef(initial)
  const waiting = useRef<() => void>(undefined)
  useEffect(() => () => waiting.current?.(), [])
  // Another term from elsewhere, such as 'Clear all' or the way back, shows in the box.
  useEffect(() => {
    if (initial === told.current) return
    waiting.current?.()
    told.current = initial
    setTyped(initial)
  }, [initial])
  const tell = (text: string) => {
    waiting.current?.()
    const term = filterTerm(text)
    if (term === told.current) return
    told.current = term
    onTerm(term)
  }
  const type = (text: string) => {
    setTyped(text)
    waiting.current?.()
    waiting.current = timers.after(FILTER_DEBOUNCE_MS, () => tell(text))
  }
  return (
    <TextInput
      className={className}
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tell(typed)
        if (event.key !== 'Escape' || typed === '') return
        // It is for the box, and not for what it stands in.
        event.preventDefault()
        event.stopPropagation()
        setTyped('')
        tell('')
      }}
      leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
      rightSection={
        typed === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={CLEAR}
            onClick={() => {
              setTyped('')
              tell('')
            }}
          />
        )
      }
    />
  )
}
