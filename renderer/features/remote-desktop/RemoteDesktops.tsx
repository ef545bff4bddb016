import { searchable } from '#shared/domain/locale.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import './mantine-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { IconDeviceDesktop, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type RemoteDesktop, viewMyRdp } from '#shared/contract/remote-desktop.ts'
import { useServices } from '../../services/context.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ConnectionForm } from './ConnectionForm.tsx'
import { ConnectionRow } from './ConnectionRow.tsx'
import styles from './RemoteDesktops.module.css'
import { ADD_TITLE, REMOTE_TEXT } from './text.ts'

/** What the form is open for: a new connection, or one that is there. */
type Editing = { readonly entry: RemoteDesktop | null } | null

/** The person's remote desktops: filter, connect, add, edit, remove (spec 3 §2). */
export function RemoteDesktops() {
  const { api } = useServices()
  const [filter, setFilter] = useState('')
  const [editing, setEditing] = useState<Editing>(null)
  const list = useQuery({
    queryKey: ['remoteDesktops'],
    queryFn: ({ signal }) => api.call(viewMyRdp, undefined, { quiet: true, signal }),
    staleTime: 0,
  })
  const refetch = () => void list.refetch()

  if (editing) {
    return (
      <ConnectionForm
        key={editing.entry?.id ?? 0}
        entry={editing.entry}
        onCancel={() => setEditing(null)}
        onDone={() => {
          setEditing(null)
          refetch()
        }}
      />
    )
  }
  const add = () => setEditing({ entry: null })
  return (
    <div className={styles.screen}>
      <p className={styles.lead}>{REMOTE_TEXT.lead}</p>
      <div className={styles.bar}>
        <TextInput
          className={styles.filter}
          type="search"
          aria-label={REMOTE_TEXT.filter}
          placeholder={REMOTE_TEXT.filter}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
          {ADD_TITLE}
        </Button>
      </div>
      {list.isPending ? <Waiting /> : null}
      {list.isError ? (
        <LoadFailure title={REMOTE_TEXT.failed} reason={reasonOf(list.error)} onRetry={refetch} />
      ) : null}
      {list.data ? (
        <Rows
          entries={list.data}
          filter={filter}
          onEdit={(entry) => setEditing({ entry })}
          onRemoved={refetch}
        />
      ) : null}
    </div>
  )
}

function Rows({
  entries,
  filter,
  onEdit,
  onRemoved,
}: {
  entries: readonly RemoteDesktop[]
  filter: string
  onEdit: (entry: RemoteDesktop) => void
  onRemoved: () => void
}) {
  const shown = named(entries, filter)
  if (shown.length === 0) {
    return (
      <EmptyState
        icon={<IconDeviceDesktop size={26} stroke={1.5} />}
        title={entries.length === 0 ? REMOTE_TEXT.none : REMOTE_TEXT.noMatch}
      />
    )
  }
  return (
    <ul className={styles.rows} aria-label={REMOTE_TEXT.title}>
      {shown.map((entry) => (
        <ConnectionRow key={entry.id} entry={entry} onEdit={() => onEdit(entry)} onRemoved={onRemoved} />
      ))}
    </ul>
  )
}

/** Those whose display name has the text, in whatever case. */
function named(entries: readonly RemoteDesktop[], filter: string): readonly RemoteDesktop[] {
  const text = searchable(filter.trim())
  return entries.filter(({ displayName }) => searchable(displayName).includes(text))
}

function Waiting() {
  return (
    <div className={styles.rows} role="status" aria-label="Fetching your remote desktops">
      {[0, 1, 2].map((place) => (
        <div key={place} className={styles.row}>
          <Skeleton width={40} height={40} />
          <Skeleton width="45%" height={16} />
        </div>
      ))}
    </div>
  )
}
