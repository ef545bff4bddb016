import { UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, memo, useRef } from 'react'
import { useChat, useChatState, useUnreadTotal } from '../chat-context.tsx'
import { useChatMode } from '../modes/mode-context.tsx'
import type { ChatSection } from '../store/state.ts'
import { TEXT } from '../text.ts'
import styles from './Sections.module.css'
import { SECTIONS } from './sections.ts'

/** Ids that tie a tab to what it shows; `scope` tells two screens of the chat apart. */
export const tabID = (scope: string, section: ChatSection) => `${scope}-tab-${section}`
export const panelID = (scope: string) => `${scope}-panel`

/** The left tabs; along the bottom where one part shows at a time (spec 2 §2). */
export const SectionTabs = memo(function SectionTabs({
  scope,
  placement,
}: {
  scope: string
  placement: 'top' | 'bottom'
}) {
  const chat = useChat<'openSection'>()
  const { sections } = useChatMode()
  const current = useChatState((state) => state.section)
  const unread = useUnreadTotal()
  const bar = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    const at = sections.indexOf(current)
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: sections.length - 1 }[event.key]
    if (next === undefined) return
    const section = sections[(next + sections.length) % sections.length]
    if (!section) return
    event.preventDefault()
    chat.openSection(section)
    bar.current?.querySelector<HTMLElement>(`[data-section="${section}"]`)?.focus()
  }

  return (
    <div
      ref={bar}
      className={styles.tabs}
      data-placement={placement}
      role="tablist"
      aria-label={TEXT.sections}
      onKeyDown={onKeyDown}
    >
      {sections.map((section) => {
        const { label, icon: Icon } = SECTIONS[section]
        const selected = section === current
        const count = section === 'Chats' ? unread : 0
        return (
          <UnstyledButton
            key={section}
            className={styles.tab ?? ''}
            role="tab"
            id={tabID(scope, section)}
            data-section={section}
            aria-selected={selected}
            aria-controls={panelID(scope)}
            tabIndex={selected ? 0 : -1}
            onClick={() => chat.openSection(section)}
          >
            <span className={styles.icon}>
              <Icon size={20} stroke={selected ? 2 : 1.7} aria-hidden="true" />
              {count > 0 ? (
                <span className={styles.badge} aria-hidden="true">
                  {count > 99 ? '99+' : count}
                </span>
              ) : null}
            </span>
            {label}
            {count > 0 ? <span className="visually-hidden">, {TEXT.unreadCount(count)}</span> : null}
          </UnstyledButton>
        )
      })}
    </div>
  )
})
