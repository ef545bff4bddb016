import { Tabs } from '@mantine/core'
import {
  IconFiles,
  IconHash,
  IconMessage,
  IconPin,
  IconSearch,
  IconSettings,
  IconSpeakerphone,
  IconUsers,
} from '@tabler/icons-react'
import { memo, useEffect, useRef } from 'react'
import type { ThreadTab } from '../store/state.ts'
import styles from './ThreadTabs.module.css'
import { TEXT } from './text.ts'

const ICONS = {
  Messages: IconMessage,
  Files: IconFiles,
  Members: IconUsers,
  Pinned_Messages: IconPin,
  Broadcast_Messages: IconSpeakerphone,
  Search_Messages: IconSearch,
  Topics: IconHash,
  Settings: IconSettings,
} as const

interface ThreadTabsProps {
  /** Names the strip's tabs and panels in the page. */
  readonly id: string
  readonly tabs: readonly ThreadTab[]
  readonly tab: ThreadTab
  /** Messages in topics that wait to be read. */
  readonly unreadTopics: number
  readonly onChange: (tab: ThreadTab) => void
}

/** The strip of a conversation's tabs. Arrow keys go along it; where it is too narrow it scrolls. */
export const ThreadTabs = memo(function ThreadTabs(props: ThreadTabsProps) {
  const { id, tabs, tab, unreadTopics, onChange } = props
  const strip = useRef<HTMLDivElement>(null)
  const moved = useRef(false)
  useEffect(() => {
    const list = strip.current
    // At first it shows its beginning; measuring it then would only delay the messages.
    if (tab === 'Messages' && !moved.current) return
    moved.current = true
    const chosen = list?.querySelector<HTMLElement>(`[data-tab="${tab}"]`)
    if (!list || !chosen) return
    const middle = chosen.offsetLeft + chosen.offsetWidth / 2
    list.scrollTo?.({ left: middle - list.clientWidth / 2, behavior: 'instant' })
  }, [tab])
  return (
    <Tabs
      id={id}
      value={tab}
      onChange={(next) => next && onChange(next as ThreadTab)}
      className={styles.strip ?? ''}
      classNames={{ list: styles.list ?? '', tab: styles.tab ?? '', tabSection: styles.icon ?? '' }}
    >
      <Tabs.List ref={strip} aria-label={TEXT.tabs}>
        {tabs.map((name) => {
          const Icon = ICONS[name]
          const [label, full] = TEXT.tab[name]
          const waiting = name === 'Topics' ? unreadTopics : 0
          return (
            <Tabs.Tab
              key={name}
              value={name}
              data-tab={name}
              aria-label={waiting > 0 ? `${full} ${TEXT.unreadShort(waiting)}` : full}
              aria-controls={name === tab ? panelID(id, name) : undefined}
              leftSection={<Icon size={15} stroke={1.8} aria-hidden="true" />}
              rightSection={waiting > 0 ? <span className={styles.badge}>{waiting}</span> : null}
            >
              {label}
            </Tabs.Tab>
          )
        })}
      </Tabs.List>
    </Tabs>
  )
})

/** The page's id of a tab's panel, and of the tab itself. */
export const panelID = (id: string, tab: ThreadTab): string => `${id}-panel-${tab}`
export const tabID = (id: string, tab: ThreadTab): string => `${id}-tab-${tab}`
