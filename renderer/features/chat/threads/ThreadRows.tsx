import { Menu } from '@mantine/core'
import { type KeyboardEvent, type Ref, type UIEvent, useImperativeHandle, useRef } from 'react'
import { VList, type VListHandle } from 'virtua'
import { useToday } from '../../../ui/use-now.ts'
import { useScrollEnd } from '../../../ui/use-scroll-end.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import { usePartnersOnline } from '../people/use-online.ts'
import { GroupRow } from './GroupRow.tsx'
import type { ListRow } from './list-rows.ts'
import { selectNamesakes } from './namesakes.ts'
import styles from './ThreadList.module.css'
import { ThreadMenu } from './ThreadMenu.tsx'
import { ThreadRow } from './ThreadRow.tsx'
import { useRovingRows } from './use-roving-rows.ts'
import { useRowMenu } from './use-row-menu.ts'

export interface ThreadRowsHandle {
  focusFirst(): void
}

/** The rows of the list, of which only those in sight are in the page; arrow keys go through all of them. */
export function ThreadRows({ rows, ref }: { rows: readonly ListRow[]; ref?: Ref<ThreadRowsHandle> }) {
  const chat = useChat<'loadThreads' | 'select' | 'toggleGroup'>()
  const today = useToday()
  const selected = useChatState((state) => state.selected)
  const myID = useChatState((state) => state.me.id)
  const snoozes = useChatState((state) => state.snoozes)
  const drafts = useChatState((state) => state.draftTexts)
  const apart = useChatState(selectNamesakes)
  const online = usePartnersOnline()
  const list = useRef<VListHandle>(null)
  const frame = useRef<HTMLDivElement>(null)
  const roving = useRovingRows(rows, { list, frame, selected })
  const menu = useRowMenu(frame)
  // At the end of the list the server is asked whether there is more than is known here.
  const onScrolled = useScrollEnd(() => void chat.loadThreads())
  useImperativeHandle(ref, () => ({ focusFirst: () => roving.focusAt(0) }))
  const asked = rows.find((row) => row.kind === 'thread' && row.key === menu.key)

  const onKeyDown = (event: KeyboardEvent) => {
    if (menu.onKeyDown(event)) return
    const row = rows[roving.indexOfFocus()]
    if (row?.kind === 'group' && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      if (row.open === (event.key === 'ArrowLeft')) chat.toggleGroup(row.group)
    } else roving.onKeyDown(event)
  }

  return (
    <Menu
      opened={menu.opened && asked !== undefined}
      onChange={menu.onChange}
      position="bottom-start"
      width={230}
      shadow="md"
      returnFocus={false}
      withinPortal={false}
    >
      <Menu.ContextMenu>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and clicks are for the buttons inside */}
        <div
          className={styles.rows}
          ref={frame}
          onKeyDown={onKeyDown}
          onContextMenu={menu.onContextMenu}
          onTouchStart={menu.onTouchStart}
          onScrollCapture={({ target }) => onScrolled({ currentTarget: target } as UIEvent<HTMLElement>)}
        >
          <VList ref={list} data={rows} keepMounted={roving.keepMounted} className={styles.scroller}>
            {(row) =>
              row.kind === 'group' ? (
                <GroupRow
                  key={row.key}
                  row={row}
                  tabIndex={roving.tabIndexOf(row.key)}
                  onToggle={() => chat.toggleGroup(row.group)}
                />
              ) : (
                <ThreadRow
                  key={row.key}
                  rowKey={row.key}
                  thread={row.thread}
                  apart={apart.get(row.key)}
                  today={today}
                  mine={row.thread.senderID === myID}
                  online={online(row.thread)}
                  selected={row.key === selected}
                  snoozedUntil={snoozes[row.thread.id]}
                  draft={row.key === selected ? undefined : drafts[row.key]}
                  tabIndex={roving.tabIndexOf(row.key)}
                  onOpen={chat.select}
                  withMenu
                />
              )
            }
          </VList>
        </div>
      </Menu.ContextMenu>
      <Menu.Dropdown>{asked?.kind === 'thread' ? <ThreadMenu thread={asked.thread} /> : null}</Menu.Dropdown>
    </Menu>
  )
}
