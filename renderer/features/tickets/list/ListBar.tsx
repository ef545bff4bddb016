import { NativeSelect, TextInput } from '@mantine/core'
import { IconClockExclamation, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { FILTER_DEBOUNCE_MS } from '#shared/domain/searching.ts'
import { TICKET_FILTERS } from '#shared/domain/tickets.ts'
import { useServices } from '../../../services/context.tsx'
import { LIST_TEXT, SCOPE_LABELS } from '../text.ts'
import { useTypesEver } from '../use-types.ts'
import styles from './TicketList.module.css'
import type { ListView } from './use-list-address.ts'

/** A search of fewer characters isn't made (spec 3 §5). */
const SEARCH_MIN = 2

interface ListBarProps {
  readonly view: ListView
  readonly change: (next: Partial<ListView>) => void
  readonly chooses: boolean
}

/** Chooses which tickets a list shows. */
export function ListBar({ view, change, chooses }: ListBarProps) {
  return (
    <search className={styles.bar}>
      <Search view={view} change={change} />
      <fieldset className={styles.filter}>
        <legend className="visually-hidden">{LIST_TEXT.filter}</legend>
        {TICKET_FILTERS.map((filter) => (
          <button
            key={filter}
            type="button"
            aria-pressed={view.filter === filter}
            onClick={() => change({ filter })}
          >
            {filter}
          </button>
        ))}
      </fieldset>
      {chooses ? (
        <>
          <NativeSelect
            size="sm"
            aria-label={LIST_TEXT.scope}
            value={view.scope}
            data={Object.entries(SCOPE_LABELS).map(([value, label]) => ({ value, label }))}
            onChange={(event) => change({ scope: event.currentTarget.value as ListView['scope'] })}
          />
          <ByType view={view} change={change} />
          <button
            type="button"
            className={styles.late}
            aria-pressed={view.late}
            onClick={() => change({ late: !view.late, due: false })}
          >
            <IconClockExclamation size={16} stroke={1.8} aria-hidden="true" />
            {LIST_TEXT.late}
          </button>
          {view.due ? (
            <button type="button" className={styles.late} aria-pressed onClick={() => change({ due: false })}>
              <IconClockExclamation size={16} stroke={1.8} aria-hidden="true" />
              {LIST_TEXT.due}
            </button>
          ) : null}
        </>
      ) : null}
    </search>
  )
}

function ByType({ view, change }: Omit<ListBarProps, 'chooses'>) {
  const known = useTypesEver()
  const types = view.type === '' || known.includes(view.type) ? known : [view.type, ...known]
  return (
    <NativeSelect
      size="sm"
      aria-label={LIST_TEXT.type}
      value={view.type}
      data={[{ value: '', label: LIST_TEXT.allTypes }, ...types]}
      onChange={(event) => change({ type: event.currentTarget.value })}
    />
  )
}

/** Searches from two characters on, 300 ms after the last of them (spec 3 §9). */
function Search({ view, change }: Omit<ListBarProps, 'chooses'>) {
  const { timers } = useServices()
  const [typed, setTyped] = useState(view.search)
  const [known, setKnown] = useState(view.search)
  // The address changed by other means, such as the back button.
  if (known !== view.search) {
    setKnown(view.search)
    setTyped(view.search)
  }
  useEffect(() => {
    const term = typed.trim()
    if (typed === view.search || (term !== '' && term.length < SEARCH_MIN)) return
    return timers.after(FILTER_DEBOUNCE_MS, () => {
      setKnown(term)
      change({ search: term })
    })
  }, [typed, view.search, change, timers])
  const short = typed.trim().length > 0 && typed.trim().length < SEARCH_MIN
  return (
    <div className={styles.search}>
      <TextInput
        type="search"
        aria-label={LIST_TEXT.search}
        placeholder={LIST_TEXT.searchHint}
        leftSection={<IconSearch size={16} stroke={1.8} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <span role="status">{short ? LIST_TEXT.oneMore : ''}</span>
    </div>
  )
}
