import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, IconShieldCheck } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { useServices, useSession } from '../../services/context.tsx'
import { useShell } from '../shell-context.tsx'
import styles from './TopBar.module.css'
import { TopBarButton } from './TopBarButton.tsx'
import { TopBarPanel } from './TopBarPanel.tsx'
import { PASSPORT_TEXT, TOP_BAR_TEXT } from './text.ts'

type Verdict = 'fit' | 'unfit' | 'unknown'

interface PassportRow {
  readonly name: string
  readonly verdict: Verdict
}

const VERDICT_ICON = { fit: IconCircleCheck, unfit: IconAlertTriangle, unknown: IconHelpCircle }

/** Whether this machine and its connections are fit for work, as far as is known (spec 1 §2.7). */
export function PassportButton() {
  const [opened, setOpened] = useState(false)
  const { guard } = useShell()
  const rows = usePassport()
  const wrong = rows.filter(({ verdict }) => verdict === 'unfit').length
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
        {rows.map(({ name, verdict }) => {
          const Icon = VERDICT_ICON[verdict]
          return (
            <li key={name} className={styles.entry} data-verdict={verdict}>
              <span>{name}</span>
              <span className={styles.verdict}>
                <Icon size={16} stroke={1.9} aria-hidden="true" /> {PASSPORT_TEXT[verdict]}
              </span>
            </li>
          )
        })}
      </ul>
    </TopBarPanel>
  )
}

function usePassport(): readonly PassportRow[] {
  const { desktop } = useServices()
  const { guard, companion } = useShell()
  const found = useStore(guard.store)
  const link = useStore(companion.store, (state) => state.companion)
  const needsCompanion = useSession(({ permissions }) => permissions.can('COMPANION_MODE_REQUIRED'))
  const online = useSyncExternalStore(followOnline, () => navigator.onLine)
  const verdict = (fit: boolean): Verdict => (fit ? 'fit' : 'unfit')
  return [
    { name: PASSPORT_TEXT.internet, verdict: verdict(online) },
    { name: PASSPORT_TEXT.device, verdict: verdict(found.shortcomings.length === 0) },
    {
      name: PASSPORT_TEXT.network,
      verdict: desktop.available ? verdict(found.unauthorised === null) : 'unknown',
    },
    ...(needsCompanion ? [{ name: PASSPORT_TEXT.companion, verdict: verdict(link === 'connected') }] : []),
  ]
}

function followOnline(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
