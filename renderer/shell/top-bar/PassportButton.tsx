import { Button } from '@mantine/core'
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconHelpCircle,
  IconShieldCheck,
} from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { PASSPORT_NAMES, type PartState, passportOf } from '#shared/domain/device-fitness.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useShell } from '../shell-context.tsx'
import styles from './TopBar.module.css'
import { TopBarButton } from './TopBarButton.tsx'
import { TopBarPanel } from './TopBarPanel.tsx'
import { PASSPORT_TEXT, TOP_BAR_TEXT } from './text.ts'

interface PassportRow {
  readonly name: string
  readonly state: PartState
  /** Said in place of what the state says, where that isn't known for a reason of its own. */
  readonly words?: string
}

const ICON: Readonly<Record<PartState, typeof IconCircleCheck>> = {
  good: IconCircleCheck,
  attention: IconAlertCircle,
  problem: IconAlertTriangle,
  unknown: IconHelpCircle,
  skipped: IconCircleMinus,
}

/** Whether this machine and its connections are fit for work, as far as is known (spec 1 §2.7). */
export function PassportButton() {
  const [opened, setOpened] = useState(false)
  const { guard } = useShell()
  const { dialogs } = useServices()
  const mayTest = useSession(({ permissions }) => permissions.can('MY_PROFILE_CAN_SEE_HARDWARE_TESTING'))
  const rows = usePassport()
  const wrong = rows.filter(({ state }) => state === 'problem').length
  return (
    <TopBarPanel
      label={TOP_BAR_TEXT.passport}
      opened={opened}
      onChange={setOpened}
      target={
        <TopBarButton
          label={TOP_BAR_TEXT.passport}
          icon={IconShieldCheck}
          count={wrong}
          alarming
          wideOnly={wrong === 0}
          onClick={() => {
            if (!opened) void guard.checkNetwork()
            setOpened(!opened)
          }}
        />
      }
    >
      <h2 className={styles.panelTitle}>{TOP_BAR_TEXT.passport}</h2>
      <p className={styles.panelNote}>{PASSPORT_TEXT.lead}</p>
      <ul className={styles.entries}>
        {rows.map(({ name, state, words = PASSPORT_TEXT[state] }) => {
          const Icon = ICON[state]
          return (
            <li key={name} className={styles.entry} data-state={state}>
              <span>{name}</span>
              <span className={styles.verdict}>
                <Icon size={16} stroke={1.9} aria-hidden="true" /> {words}
              </span>
            </li>
          )
        })}
      </ul>
      {mayTest ? (
        <Button
          variant="default"
          size="xs"
          className={styles.panelAction ?? ''}
          onClick={() => {
            setOpened(false)
            dialogs.open('hardware')
          }}
        >
          {PASSPORT_TEXT.test}
        </Button>
      ) : null}
    </TopBarPanel>
  )
}

function usePassport(): readonly PassportRow[] {
  const { desktop } = useServices()
  const { guard, companion } = useShell()
  const isForeign = useStore(guard.store, ({ unauthorised }) => unauthorised !== null)
  const groups = useStore(guard.fitness.store, ({ fitness }) => fitness.groups)
  const link = useStore(companion.store, (state) => state.companion)
  const needsCompanion = useSession(({ permissions }) => permissions.can('COMPANION_MODE_REQUIRED'))
  const online = useSyncExternalStore(followOnline, () => navigator.onLine)
  return passportOf({
    groups,
    isOnline: online,
    isForeign: desktop.available ? isForeign : null,
    hasCompanion: needsCompanion ? link === 'connected' : null,
  }).map(({ part, state }) => ({
    ...{ name: PASSPORT_NAMES[part], state },
    ...(part === 'network' && state === 'unknown' && { words: PASSPORT_TEXT.inBrowser }),
  }))
}

function followOnline(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
