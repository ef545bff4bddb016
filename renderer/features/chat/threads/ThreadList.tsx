import { ActionIcon, CloseButton, Menu, TextInput, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChecks, IconDots, IconEdit, IconSearch, IconUsersPlus } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { FILTER_DEBOUNCE_MS } from '#shared/domain/searching.ts'
import { useScreenAction } from '../../../services/shell-tools.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import { PopOutMenuItems } from '../modes/PopOutMenuItems.tsx'
import { PeoplePicker } from '../people/PeoplePicker.tsx'
import { SectionHead } from '../sections/SectionHead.tsx'
import { ArchivedBar } from './ArchivedBar.tsx'
import { FilterChips } from './FilterChips.tsx'
import { listRows } from './list-rows.ts'
import styles from './ThreadList.module.css'
import { ThreadListSkeleton } from './ThreadListSkeleton.tsx'
import { ThreadRows, type ThreadRowsHandle } from './ThreadRows.tsx'
import { TEXT } from './text.ts'

/** The person's conversations, filtered and grouped (spec 2 §2). */
export function ThreadList() {
  const chat = useChat<'loadThreads'>()
  const threads = useChatState((state) => state.threads)
  const load = useChatState((state) => state.threadsLoad)
  const filter = useChatState((state) => state.listFilter)
  const grouped = useChatState((state) => state.groupThreads)
  const closed = useChatState((state) => state.closedGroups)
  const held = useChatState((state) => state.heldUnread)
  const showArchived = useChatState((state) => state.showArchived)
  const [typed, setTyped] = useState('')
  const [debounced] = useDebouncedValue(typed, FILTER_DEBOUNCE_MS)
  // Emptying the box takes effect at once.
  const term = typed === '' ? '' : debounced
  const rowsHandle = useRef<ThreadRowsHandle>(null)
  const filterBox = useRef<HTMLInputElement>(null)
  useScreenAction('search', () => filterBox.current?.select())
  const rows = useMemo(
    () => listRows(threads, { filter, term, grouped, closed, held, showArchived }),
    [threads, filter, term, grouped, closed, held, showArchived],
  )

  return (
    <section className={styles.panel} aria-label="Chats">
      <ListHeader />
      <div className={styles.tools}>
        <TextInput
          ref={filterBox}
          size="sm"
          aria-label={TEXT.filterChats}
          placeholder={TEXT.filterChats}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setTyped('')
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            rowsHandle.current?.focusFirst()
          }}
          leftSection={<IconSearch size={16} stroke={1.8} />}
          rightSection={
            typed === '' ? null : (
              <CloseButton size="sm" aria-label="Clear filter" onClick={() => setTyped('')} />
            )
          }
          classNames={{ input: styles.filter ?? '' }}
        />
        <FilterChips />
      </div>
      <div className={styles.list}>
        {load.state === 'error' ? (
          <LoadFailure
            title={TEXT.chatsFailed}
            reason={load.message}
            onRetry={() => void chat.loadThreads()}
          />
        ) : load.state !== 'ready' ? (
          <ThreadListSkeleton />
        ) : rows.length === 0 ? (
          <EmptyState title={threads.length === 0 ? TEXT.noChats : TEXT.noMatch} />
        ) : (
          <ThreadRows rows={rows} ref={rowsHandle} />
        )}
      </div>
      <ArchivedBar />
    </section>
  )
}

function ListHeader() {
  const chat = useChat<'markAllRead' | 'openDialog' | 'setGroupThreads' | 'setShowArchived'>()
  const grouped = useChatState((state) => state.groupThreads)
  const showArchived = useChatState((state) => state.showArchived)
  const [picking, setPicking] = useState(false)
  return (
    <SectionHead title="Chats" hasOwnMenu>
      <Menu position="bottom-end" width={220} shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={TEXT.chatMenu}>
            <IconDots size={20} stroke={1.8} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.CheckboxItem checked={showArchived} onChange={chat.setShowArchived}>
            {TEXT.showArchived}
          </Menu.CheckboxItem>
          <Menu.CheckboxItem checked={grouped} onChange={chat.setGroupThreads}>
            {TEXT.groupThreads}
          </Menu.CheckboxItem>
          <Menu.Item
            leftSection={<IconChecks size={16} stroke={1.8} />}
            onClick={() => void chat.markAllRead().catch(() => {})}
          >
            {TEXT.markAllRead}
          </Menu.Item>
          <PopOutMenuItems />
        </Menu.Dropdown>
      </Menu>
      <Tooltip label={TEXT.newGroup} openDelay={400}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={TEXT.newGroup}
          onClick={() => chat.openDialog({ kind: 'new-group' })}
        >
          <IconUsersPlus size={20} stroke={1.8} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={TEXT.newChat} openDelay={400}>
        <ActionIcon
          className={styles.new ?? ''}
          variant="transparent"
          size="lg"
          aria-label={TEXT.newChat}
          onClick={() => setPicking(true)}
        >
          <IconEdit size={19} stroke={1.8} />
        </ActionIcon>
      </Tooltip>
      <PeoplePicker opened={picking} onClose={() => setPicking(false)} />
    </SectionHead>
  )
}
