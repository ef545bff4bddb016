import '@mantine/core/styles/Combobox.layer.css'
import { CloseButton, Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { dropdownTerm, FILTER_DEBOUNCE_MS } from '#shared/domain/searching.ts'
import styles from './RemoteSelect.module.css'
import { useSurroundings } from './surroundings.tsx'

export interface RemoteOption {
  readonly id: number
  readonly name: string
  /** A second line. */
  readonly note?: string
  readonly icon?: ReactNode
}

interface RemoteSelectProps<O extends RemoteOption> {
  readonly label: string
  readonly placeholder?: string
  readonly value: O | null
  readonly onChange: (chosen: O | null) => void
  /** Asks the server. A search that a later one has overtaken is aborted. */
  readonly search: (term: string, signal: AbortSignal) => Promise<readonly O[]>
  readonly disabled?: boolean
  /** Marked as one that has to be filled in. */
  readonly required?: boolean
  /** There is always one: what is taken out comes back unless another is chosen. */
  readonly stays?: boolean
}

const TEXT = {
  hint: 'Type at least 3 characters',
  searching: 'Searching…',
  none: 'Nothing found',
  failed: (reason: string) => `The search failed. ${reason} Type again to retry.`,
  clear: (name: string) => `Remove ${name}`,
} as const

/** A dropdown that asks the server from 3 characters on, once the typing rested for 300 ms (spec 3 §5, §9). */
export function RemoteSelect<O extends RemoteOption>(props: RemoteSelectProps<O>) {
  const { label, placeholder = label, onChange, disabled = false, required = false } = props
  const [isOut, setOut] = useState(false)
  const value = isOut ? null : props.value
  const { typed, type, found } = useRemoteSearch(props.search)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const field = useRef<HTMLInputElement>(null)
  const choose = (option: O | null) => {
    if (props.stays) setOut(option === null)
    if (option || !props.stays) onChange(option)
    type('')
    combobox.closeDropdown()
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const option =
          found.state === 'found' ? found.options.find((one) => String(one.id) === id) : undefined
        if (option) choose(option)
      }}
    >
      <Combobox.Target>
        <TextInput
          ref={field}
          label={label}
          placeholder={placeholder}
          disabled={disabled}
          required={required}
          value={value?.name ?? typed}
          readOnly={value !== null}
          onChange={(event) => {
            type(event.currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onFocus={() => value === null && combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown()
            setOut(false)
          }}
          rightSection={
            value ? (
              <CloseButton
                size="sm"
                aria-label={TEXT.clear(value.name)}
                disabled={disabled}
                onClick={() => {
                  choose(null)
                  // Where the next one is typed.
                  field.current?.focus()
                }}
              />
            ) : found.state === 'searching' ? (
              <Loader size={16} aria-label="Searching" />
            ) : null
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={value !== null} className={styles.dropdown ?? ''}>
        <Combobox.Options
          aria-label={label}
          className={styles.options ?? ''}
          hidden={found.state !== 'found' || found.options.length === 0}
        >
          <Options found={found} />
        </Combobox.Options>
        <Answer found={found} />
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** What was found, or why nothing is there: said, and no option of the list. */
function Answer<O extends RemoteOption>({ found }: { found: Found<O> }) {
  if (found.state === 'failed')
    return <Combobox.Empty role="alert">{TEXT.failed(found.reason)}</Combobox.Empty>
  if (found.state === 'searching') return <Combobox.Empty role="status">{TEXT.searching}</Combobox.Empty>
  if (found.state !== 'found') return <Combobox.Empty role="status">{TEXT.hint}</Combobox.Empty>
  return found.options.length === 0 ? <Combobox.Empty role="status">{TEXT.none}</Combobox.Empty> : null
}

function Options<O extends RemoteOption>({ found }: { found: Found<O> }) {
  if (found.state !== 'found') return null
  return found.options.map(({ id, name, note, icon }) => (
    <Combobox.Option key={id} value={String(id)} className={styles.option ?? ''}>
      {icon}
      <span className={styles.words}>
        {name}
        {note ? <small>{note}</small> : null}
      </span>
    </Combobox.Option>
  ))
}

type Found<O> =
  | { readonly state: 'idle' | 'searching' }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'found'; readonly options: readonly O[] }

/** What is typed, and what the server finds for it. */
function useRemoteSearch<O>(search: (term: string, signal: AbortSignal) => Promise<readonly O[]>) {
  const { timers, reasonOf } = useSurroundings()
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<Found<O>>({ state: 'idle' })
  const running = useRef<AbortController>(undefined)
  const waiting = useRef<() => void>(undefined)
  const stop = () => {
    waiting.current?.()
    running.current?.abort()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads references only
  useEffect(() => stop, [])
  const ask = async (term: string) => {
    const mine = new AbortController()
    running.current = mine
    setFound({ state: 'searching' })
    try {
      const options = await search(term, mine.signal)
      if (!mine.signal.aborted) setFound({ state: 'found', options })
    } catch (error) {
      if (!mine.signal.aborted) setFound({ state: 'failed', reason: reasonOf(error) })
    }
  }
  const type = (text: string) => {
    setTyped(text)
    stop()
    const term = dropdownTerm(text)
    if (term === null) return setFound({ state: 'idle' })
    // What was found stays until it is asked again.
    setFound((was) => (was.state === 'found' ? was : { state: 'searching' }))
    waiting.current = timers.after(FILTER_DEBOUNCE_MS, () => void ask(term))
  }
  return { typed, type, found }
}
