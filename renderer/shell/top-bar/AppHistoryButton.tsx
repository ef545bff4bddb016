import { UnstyledButton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { dateFormat } from '#shared/domain/date-format.ts'
import { useSignedIn } from '../../services/signed-in.tsx'
import styles from './TopBar.module.css'
import { TopBarButton } from './TopBarButton.tsx'
import { TopBarPanel } from './TopBarPanel.tsx'
import { TOP_BAR_TEXT } from './text.ts'

const TIME = dateFormat({ weekday: 'short', hour: '2-digit', minute: '2-digit' })

/** The 10 screens and tools that were opened last (spec 1 §2.7, §9). */
export function AppHistoryButton() {
  const [opened, setOpened] = useState(false)
  return (
    <TopBarPanel
      label={TOP_BAR_TEXT.history}
      opened={opened}
      onChange={setOpened}
      target={
        <TopBarButton
          label={TOP_BAR_TEXT.history}
          icon={IconHistory}
          wideOnly
          onClick={() => setOpened((before) => !before)}
        />
      }
    >
      <History onDone={() => setOpened(false)} />
    </TopBarPanel>
  )
}

function History({ onDone }: { onDone: () => void }) {
  const { appHistory } = useSignedIn()
  const entries = useStore(appHistory.store)
  return (
    <>
      <h2 className={styles.panelTitle}>{TOP_BAR_TEXT.history}</h2>
      {entries.length === 0 ? <p className={styles.panelNote}>{TOP_BAR_TEXT.noHistory}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by the keyboard, too */}
      <ol className={styles.entries} tabIndex={0} aria-label={TOP_BAR_TEXT.history}>
        {entries.map(({ app, entryTime }) => {
          const reopen = appHistory.reopenOf(app)
          const time = <time dateTime={entryTime}>{TIME.format(new Date(entryTime))}</time>
          return (
            <li key={`${app} ${entryTime}`}>
              {reopen ? (
                <UnstyledButton
                  className={styles.entry}
                  onClick={() => {
                    onDone()
                    reopen()
                  }}
                >
                  <span>{app}</span> {time}
                </UnstyledButton>
              ) : (
                <span className={styles.entry}>
                  <span>{app}</span> {time}
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}
