import { UnstyledButton } from '@mantine/core'
import { IconLayoutGrid } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useStore } from 'zustand'
import { useSession } from '../../services/context.tsx'
import { useCounters, useSignedIn } from '../../services/signed-in.tsx'
import { screenName } from '../screen-name.ts'
import styles from './AppDrawer.module.css'
import { type AppAction, actionsOf } from './app-actions.ts'
import { TopBarButton } from './TopBarButton.tsx'
import { TopBarPanel } from './TopBarPanel.tsx'
import { TOP_BAR_TEXT } from './text.ts'

/** Tools that the drawer repeats below its actions, for whoever works on a small screen. */
const RECENT = 4

/** The app drawer: every tool that the person may use (spec 1 §2.7). */
export function AppDrawer({ onRun }: { onRun: (action: AppAction) => void }) {
  const [opened, setOpened] = useState(false)
  const permissions = useSession((session) => session.permissions)
  const close = () => setOpened(false)
  return (
    <TopBarPanel
      label={TOP_BAR_TEXT.drawer}
      opened={opened}
      onChange={setOpened}
      target={
        <TopBarButton
          label={TOP_BAR_TEXT.drawer}
          icon={IconLayoutGrid}
          onClick={() => setOpened((before) => !before)}
        />
      }
    >
      <ul className={styles.tiles} data-tools>
        {actionsOf(permissions).map((action) => (
          <li key={action.id}>
            <Tile
              action={action}
              onRun={() => {
                close()
                onRun(action)
              }}
            />
          </li>
        ))}
      </ul>
      <Recent onDone={close} />
    </TopBarPanel>
  )
}

function Tile({ action, onRun }: { action: AppAction; onRun: () => void }) {
  const { counter, icon: Icon, label } = action
  const count = useCounters((values) => (counter ? values[counter] : 0))
  return (
    <UnstyledButton className={styles.tile} onClick={onRun}>
      <span className={styles.icon} aria-hidden="true">
        <Icon size={22} stroke={1.6} />
      </span>
      <span>{label}</span>
      {count > 0 ? <span className={styles.count}>{count > 99 ? '99+' : count}</span> : null}
    </UnstyledButton>
  )
}

function Recent({ onDone }: { onDone: () => void }) {
  const { appHistory } = useSignedIn()
  const here = screenName(useLocation().pathname)
  const entries = useStore(appHistory.store)
  const others = entries.filter(({ app }) => app !== here && appHistory.reopenOf(app))
  const unique = [...new Set(others.map(({ app }) => app))].slice(0, RECENT)
  if (unique.length === 0) return null
  return (
    <section className={styles.recent} aria-label={TOP_BAR_TEXT.recent}>
      <h3>{TOP_BAR_TEXT.recent}</h3>
      <p>
        {unique.map((app) => (
          <UnstyledButton
            key={app}
            className={styles.chip}
            onClick={() => {
              onDone()
              appHistory.reopenOf(app)?.()
            }}
          >
            {app}
          </UnstyledButton>
        ))}
      </p>
    </section>
  )
}
