import { ActionIcon, Button } from '@mantine/core'
import { IconDeviceDesktop, IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { decryptRdp, type RemoteDesktop, removeRdp } from '#shared/contract/remote-desktop.ts'
import { useServices } from '../../services/context.tsx'
import { type Desktop, USE_DESKTOP_APP } from '../../services/desktop/desktop.ts'
import type { ApiClient } from '../../services/http/api-client.ts'
import { reasonOf } from '../../services/http/api-client.ts'
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

/**
 * Opens a remote session through the desktop client (spec 3 §2). The password comes from the server for
 * this one launch and goes straight to the host.
 *
 * @returns what the person is told where it didn't open; null where it did
 * @throws ApiError where the server doesn't give the password
 */
async function connect(
  { api, desktop }: { readonly api: ApiClient; readonly desktop: Desktop },
  entry: RemoteDesktop,
): Promise<string | null> {
  if (!desktop.available) return USE_DESKTOP_APP
  const { address, username: userName, password } = await api.call(decryptRdp, entry, { quiet: true })
  const result = await desktop.invoke('cloudDesktopStart', { address, userName, password })
  if (result.ok) return null
  // An older desktop client has no such command.
  return result.error.code === 'badRequest' ? USE_DESKTOP_APP : result.error.message
}
