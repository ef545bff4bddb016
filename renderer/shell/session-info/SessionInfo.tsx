import { Modal } from '@mantine/core'
import { useStore } from 'zustand'
import { dateFormat } from '#shared/domain/date-format.ts'
import { shownZoom } from '#shared/domain/zoom.ts'
import { useServices, useSession } from '../../services/context.tsx'
import type { DialogProps } from '../dialogs/registry.ts'
import { useShell } from '../shell-context.tsx'
import styles from './SessionInfo.module.css'

const TIME = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })
const LINK_TEXT = { unknown: 'Not known', connected: 'Connected', disconnected: 'Not connected' } as const

/** What a service desk asks first: who, since when, which build, which machine. */
export function SessionInfo({ opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="About this session" size={460} centered>
      {opened ? <Facts /> : null}
    </Modal>
  )
}

function Facts() {
  const { storage, desktop, zoom } = useServices()
  const { companion } = useStore(useShell().companion.store)
  const user = useSession((session) => session.user)
  const percent = Math.round(shownZoom(useStore(zoom.store), window.screen.width) * 100)
  const facts: readonly (readonly [string, string])[] = [
    ['Signed in as', user ? `${user.displayName} (${user.userName})` : 'Nobody'],
    ['Role', user?.role ?? ''],
    ['Signed in until', user?.claims.exp === undefined ? '' : TIME.format(user.claims.exp * 1000)],
    ['Companion', LINK_TEXT[companion]],
    ['Build', storage.get('build') ?? 'Not known yet'],
    ['Desktop app', desktop.version ?? 'This is a browser'],
    ['Screen', `${window.screen.width} × ${window.screen.height}, shown at ${percent} %`],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) =>
        value === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
