import {
  IconBriefcase,
  IconCalendarEvent,
  IconChartBar,
  IconChecklist,
  IconFileText,
  IconHash,
  IconTicket,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { AssetType } from '#shared/domain/chat-assets.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import type { MenuEntry } from './menu-entries.ts'
import styles from './TokenMenu.module.css'
import { TEXT } from './text.ts'
import type { useTokenMenu } from './use-token-menu.ts'

const NAMES = { '@': TEXT.peopleToMention, '#': TEXT.assetsToTag, ':': TEXT.emojiToInsert } as const

const ASSET_ICONS: Readonly<Record<AssetType, typeof IconTicket>> = {
  TASK: IconChecklist,
  JOB_ORDER: IconBriefcase,
  TICKET: IconTicket,
  TOPIC: IconHash,
  MEETING: IconCalendarEvent,
  POLL: IconChartBar,
  DOCUMENT: IconFileText,
}

/** What may be meant by what is being typed, above the composer. */
export function TokenMenu({ menu }: { menu: ReturnType<typeof useTokenMenu> }) {
  const list = useRef<HTMLDivElement>(null)
  const { open, active } = menu
  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' })
  }, [open, active])
  if (!open) return null
  return (
    <div ref={list} className={styles.menu} id={menu.id} role="listbox" aria-label={NAMES[menu.sign]}>
      {menu.entries.map((entry, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text field's (aria-activedescendant)
        <div
          key={entry.key}
          id={`${menu.id}-${index}`}
          className={styles.entry}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseMove={() => menu.setIndex(index)}
          // The text field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => menu.pick(entry)}
        >
          <Picture entry={entry} />
          <span className={styles.label}>{entry.label}</span>
          {entry.about === '' ? null : <span className={styles.kind}>{entry.about}</span>}
        </div>
      ))}
    </div>
  )
}

function Picture({ entry: { picture, label } }: { entry: MenuEntry }) {
  if (picture.kind === 'person') return <PersonAvatar userID={picture.userID} name={label} size={26} />
  if (picture.kind === 'emoji')
    return (
      <span className={styles.emoji} aria-hidden="true">
        {picture.emoji}
      </span>
    )
  const Icon = ASSET_ICONS[picture.type]
  return <Icon className={styles.icon} size={18} stroke={1.6} aria-hidden="true" />
}
