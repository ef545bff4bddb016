import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react'
import { VList, type VListHandle } from 'virtua'
import { useServices } from '../../../services/context.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import { usePartnersOnline } from '../people/use-online.ts'
import { GroupRow } from './GroupRow.tsx'
import type { ListRow } from './list-rows.ts'
import styles from './ThreadList.module.css'
import { ThreadRow } from './ThreadRow.tsx'
import { useRovingRows } from './use-roving-rows.ts'

export interface ThreadRowsHandle {
  focusFirst(): void
}

/** The rows of the list, of which only those in sight are in the page; arrow keys go through all of them. */
export function ThreadRows({ rows, ref }: { rows: readonly ListRow[]; ref?: Ref<ThreadRowsHandle> }) {
  const chat = useChat()
  const { now } = useServices()
  const selected = useChatState((state) => state.selected)
  const myID = useChatState((state) => state.me.id)
  const online = usePartnersOnline()
  const list = useRef<VListHandle>(null)
  const frame = useRef<HTMLDivElement>(null)
  const roving = useRovingRows(rows, { list, frame, selected })
  useImperativeHandle(ref, () => ({ focusFirst: () => roving.focusAt(0) }))
  const present = now()

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[roving.indexOfFocus()]
    if (row?.kind === 'group' && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      if (row.open === (event.key === 'ArrowLeft')) chat.toggleGroup(row.group)
    } else roving.onKeyDown(event)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus among the buttons inside
    <div className={styles.rows} ref={frame} onKeyDown={onKeyDown}>
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
              now={present}
              mine={row.thread.senderID === myID}
              online={online(row.thread)}
              selected={row.key === selected}
              tabIndex={roving.tabIndexOf(row.key)}
              onOpen={chat.select}
            />
          )
        }
      </VList>
    </div>
  )
}
