import { ActionIcon, Button } from '@mantine/core'
import { IconDeviceDesktop, IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type RemoteDesktop, removeRdp } from '#shared/contract/remote-desktop.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { connect } from './connect.ts'
import styles from './RemoteDesktops.module.css'
import { LAUNCHING, REMOTE_TEXT, REMOVED } from './text.ts'

interface ConnectionRowProps {
  readonly entry: RemoteDesktop
  readonly onEdit: () => void
  readonly onRemoved: () => void
}

/** One remote desktop: connect, edit, remove. Removing asks first, in the row. */
export function ConnectionRow({ entry, onEdit, onRemoved }: ConnectionRowProps) {
  const { api, desktop, notices } = useServices()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const { displayName, address, username } = entry

  const open = async () => {
    setBusy(true)
    try {
      const problem = await connect({ api, desktop }, entry)
      if (problem === null) notices.show('success', LAUNCHING)
      else notices.show('warning', problem)
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
    setBusy(false)
  }
  const remove = async () => {
    setBusy(true)
    try {
      await api.call(removeRdp, entry, { quiet: true })
      notices.show('success', REMOVED)
      onRemoved()
    } catch (error) {
      notices.show('error', reasonOf(error))
      setBusy(false)
    }
  }

  return (
    <li className={styles.row} aria-label={displayName}>
      <span className={styles.icon} aria-hidden="true">
        <IconDeviceDesktop size={20} stroke={1.6} />
      </span>
      <span className={styles.what}>
        <strong>{displayName}</strong>
        <span>
          {address} · {username}
        </span>
      </span>
      {asking ? (
        <Confirm name={displayName} busy={busy} onYes={() => void remove()} onNo={() => setAsking(false)} />
      ) : (
        <span className={styles.actions}>
          <Button
            size="xs"
            variant="light"
            leftSection={<IconPlugConnected size={15} aria-hidden="true" />}
            loading={busy}
            aria-label={`${REMOTE_TEXT.connect} to ${displayName}`}
            onClick={() => void open()}
          >
            {REMOTE_TEXT.connect}
          </Button>
          <ActionIcon variant="subtle" color="gray" aria-label={`Edit ${displayName}`} onClick={onEdit}>
            <IconPencil size={17} stroke={1.7} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove ${displayName}`}
            onClick={() => setAsking(true)}
          >
            <IconTrash size={17} stroke={1.7} />
          </ActionIcon>
        </span>
      )}
    </li>
  )
}

function Confirm({
  name,
  busy,
  onYes,
  onNo,
}: {
  name: string
  busy: boolean
  onYes: () => void
  onNo: () => void
}) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <span className={styles.actions} role="alertdialog" aria-label={`Remove ${name}?`}>
      <span className={styles.question}>Remove it?</span>
      <Button ref={first} size="xs" variant="default" onClick={onNo}>
        {REMOTE_TEXT.cancel}
      </Button>
      <Button size="xs" className={styles.remove} loading={busy} onClick={onYes}>
        {REMOTE_TEXT.remove}
      </Button>
    </span>
  )
}
