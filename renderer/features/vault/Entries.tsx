import { Button } from '@mantine/core'
import { IconKey, IconLock, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { VaultEntry } from '#shared/contract/vault.ts'
import { VAULT_PAGE_SIZE } from '#shared/domain/vault.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterBox } from '../../ui/grid/FilterBox.tsx'
import { Pager, type PageSize } from '../../ui/grid/Pager.tsx'
import { ChangePassphrase } from './ChangePassphrase.tsx'
import type { VaultSecret } from './crypto/entries.ts'
import { EntryForm } from './EntryForm.tsx'
import { EntryRow } from './EntryRow.tsx'
import { ENTRIES_TEXT as TEXT } from './text.ts'
import styles from './Vault.module.css'
import type { ListedEntry, Vault } from './vault-store.ts'

/** What is being written: a new entry, the next version of one, or the passphrase. */
type Writing =
  | { readonly what: 'entry'; readonly entry: VaultEntry | null; readonly secret: VaultSecret | null }
  | { readonly what: 'passphrase' }

/** An open vault. */
export function Entries({ vault }: { vault: Vault }) {
  const [writing, setWriting] = useState<Writing | null>(null)
  const close = () => setWriting(null)
  if (writing?.what === 'passphrase') return <ChangePassphrase vault={vault} onDone={close} />
  if (writing) return <EntryForm vault={vault} {...writing} onDone={close} />
  return <EntryList vault={vault} onWrite={setWriting} />
}

function EntryList({ vault, onWrite }: { vault: Vault; onWrite: (writing: Writing) => void }) {
  const { entries } = useStore(vault.store)
  const [term, setTerm] = useState('')
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState<PageSize>(VAULT_PAGE_SIZE)
  const found = entries.filter(({ entry }) => isFound(entry, term))
  const last = Math.max(1, Math.ceil(found.length / pageSize))
  // Deleting may leave the last page without rows.
  const shown = Math.min(page, last)
  return (
    <div className={styles.stack}>
      <Missing vault={vault} />
      <div className={styles.bar}>
        <FilterBox
          className={styles.filter ?? ''}
          label={TEXT.search}
          onTerm={(next) => {
            setTerm(next)
            setPage(1)
          }}
        />
        <Button
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => onWrite({ what: 'entry', entry: null, secret: null })}
        >
          {TEXT.add}
        </Button>
      </div>
      <Rows vault={vault} rows={found.slice((shown - 1) * pageSize, shown * pageSize)} onWrite={onWrite}>
        {entries.length === 0 ? TEXT.none : TEXT.noneFound}
      </Rows>
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
      <div className={styles.foot}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconKey size={15} aria-hidden="true" />}
          onClick={() => onWrite({ what: 'passphrase' })}
        >
          {TEXT.newKeys}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconLock size={15} aria-hidden="true" />}
          onClick={vault.lock}
        >
          {TEXT.lock}
        </Button>
      </div>
    </div>
  )
}

const isFound = ({ label, userName }: VaultEntry, term: string): boolean =>
  `${label} ${userName}`.toLowerCase().includes(term.toLowerCase())

interface RowsProps {
  readonly vault: Vault
  readonly rows: readonly ListedEntry[]
  readonly onWrite: (writing: Writing) => void
  /** What is said where there are none. */
  readonly children: string
}

function Rows({ vault, rows, onWrite, children }: RowsProps) {
  if (rows.length === 0) return <EmptyState icon={<IconKey size={26} stroke={1.5} />} title={children} />
  return (
    <ul className={styles.rows} aria-label={TEXT.list}>
      {rows.map((listed) => (
        <EntryRow
          // A version that was written meanwhile is shown closed.
          key={`${listed.entry.entryID} ${listed.entry.version}`}
          vault={vault}
          listed={listed}
          onEdit={(secret) => onWrite({ what: 'entry', entry: listed.entry, secret })}
        />
      ))}
    </ul>
  )
}

function Missing({ vault }: { vault: Vault }) {
  const { missing } = useStore(vault.store)
  if (missing.length === 0) return null
  return (
    <div className={styles.warning} role="alert">
      <span>{TEXT.missing(missing.length)}</span>
      <Button size="compact-sm" variant="default" onClick={vault.acceptMissing}>
        {TEXT.missingKnown}
      </Button>
    </div>
  )
}
