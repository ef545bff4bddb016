import { Button } from '@mantine/core'
import { IconAlertTriangle, IconKey, IconPlus, IconRefresh, IconUsers } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { VaultEntry } from '#shared/contract/vault.ts'
import { VAULT_PAGE_SIZE } from '#shared/domain/vault.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterBox } from '../../ui/grid/FilterBox.tsx'
import { Pager, type PageSize } from '../../ui/grid/Pager.tsx'
import type { Draft } from './drafts.ts'
import { EMPTY_SECRET } from './EntryForm.tsx'
import { EntryRow } from './EntryRow.tsx'
import { People } from './People.tsx'
import type { PlaceVault } from './place-store.ts'
import { PEOPLE_TEXT, ENTRIES_TEXT as TEXT, VAULT_TEXT } from './text.ts'
import styles from './Vault.module.css'
import { wordsOf } from './words-of.ts'

interface EntryListProps {
  readonly vault: PlaceVault
  readonly onWrite: (draft: Draft) => void
}

const NEW: Draft = { before: null, label: '', secret: EMPTY_SECRET, start: EMPTY_SECRET }
const isFound = ({ label, userName }: VaultEntry, term: string): boolean =>
  `${label} ${userName}`.toLowerCase().includes(term.toLowerCase())

/** The entries of an open vault, and what is to be known of it. */
export function EntryList({ vault, onWrite }: EntryListProps) {
  const { entries } = useStore(vault.store)
  const [term, setTerm] = useState('')
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState<PageSize>(VAULT_PAGE_SIZE)
  const list = useRef<HTMLUListElement>(null)
  const found = entries.filter(({ entry }) => isFound(entry, term))
  const last = Math.max(1, Math.ceil(found.length / pageSize))
  // Deleting may leave the last page without rows.
  const shown = Math.min(page, last)
  const rows = found.slice((shown - 1) * pageSize, shown * pageSize)
  /** Up and down go from entry to entry. */
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    if (step === undefined || at === -1) return
    event.preventDefault()
    buttons[at + step]?.focus()
  }
  return (
    <div className={styles.stack}>
      <Warnings vault={vault} />
      <div className={styles.bar}>
        <FilterBox
          className={styles.filter ?? ''}
          label={TEXT.search}
          onTerm={(next) => {
            setTerm(next)
            setPage(1)
          }}
        />
        <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => onWrite(NEW)}>
          {TEXT.add}
        </Button>
      </div>
      {vault.isShared ? <People vault={vault} /> : null}
      {rows.length === 0 ? (
        <EmptyState icon={<IconKey size={26} stroke={1.5} />} title={emptyWords(vault, entries.length > 0)}>
          {entries.length === 0 ? <p className={styles.said}>{TEXT.noneLead}</p> : null}
        </EmptyState>
      ) : (
        <ul ref={list} className={styles.rows} aria-label={TEXT.list} onKeyDown={keys}>
          {rows.map((listed) => (
            <EntryRow
              // A version that was written meanwhile is shown closed.
              key={`${listed.entry.entryID} ${listed.entry.version}`}
              vault={vault}
              listed={listed}
              onEdit={onWrite}
            />
          ))}
        </ul>
      )}
      <Pager
        label={TEXT.pages}
        total={found.length}
        page={shown}
        pageSize={pageSize}
        onPage={setPage}
        onPageSize={(size) => {
          setPageSize(size)
          setPage(1)
        }}
      />
    </div>
  )
}

function emptyWords(vault: PlaceVault, hasEntries: boolean): string {
  if (hasEntries) return TEXT.noneFound
  return vault.isShared ? TEXT.noneShared : TEXT.none
}

/** What isn't as it should be with the vault as a whole. */
function Warnings({ vault }: { vault: PlaceVault }) {
  const { missing, waiting, rekeying, failure } = useStore(vault.store)
  const { keyring } = vault
  return (
    <>
      {failure === null ? null : (
        <Warning icon={<IconAlertTriangle size={18} />} words={`${TEXT.stale} ${wordsOf(failure)}`}>
          <Button size="compact-sm" variant="default" onClick={() => void vault.read()}>
            {VAULT_TEXT.retry}
          </Button>
        </Warning>
      )}
      {missing.length === 0 ? null : (
        <Warning icon={<IconAlertTriangle size={18} />} words={TEXT.missing(missing.length)}>
          <Button size="compact-sm" variant="default" onClick={vault.acceptMissing}>
            {TEXT.missingKnown}
          </Button>
        </Warning>
      )}
      {keyring.known.isKept() ? null : (
        <Warning icon={<IconAlertTriangle size={18} />} words={TEXT.notKept} />
      )}
      {waiting === 0 ? null : (
        <p className={styles.note} role="status">
          <IconUsers size={17} aria-hidden="true" /> {PEOPLE_TEXT.waiting(waiting)}
        </p>
      )}
      {rekeying === 0 ? null : (
        <p className={styles.note} role="status">
          <IconRefresh size={17} aria-hidden="true" /> {PEOPLE_TEXT.rekeying(rekeying)}
        </p>
      )}
    </>
  )
}

export function Warning({ icon, words, children }: { icon: ReactNode; words: string; children?: ReactNode }) {
  return (
    <div className={styles.warning} role="alert">
      <span className={styles.warningIcon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.warningWords}>{words}</span>
      {children}
    </div>
  )
}
