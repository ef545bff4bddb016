import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import '../mantine-styles.ts'
import '@mantine/core/styles/Drawer.layer.css'
import '@mantine/core/styles/Tabs.layer.css'
import { ActionIcon, Button, Drawer, Tabs, TextInput, Tooltip, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowBackUp, IconAt, IconBell, IconMoodSmile, IconSearch } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { ActivityItem } from '#shared/contract/chat-entities.ts'
import { listTime } from '#shared/domain/chat-days.ts'
import { listPreview } from '#shared/domain/chat-preview.ts'
import { cut, NOTIFICATION_PREVIEW_LENGTH } from '#shared/domain/cut-text.ts'
import { FILTER_DEBOUNCE_MS } from '#shared/domain/searching.ts'
import { useServices } from '../../../services/context.tsx'
import { useSignedIn } from '../../../services/signed-in.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useToday } from '../../../ui/use-now.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import { keyOf } from '../store/state.ts'
import { TEXT } from '../text.ts'
import { ThreadListSkeleton } from '../threads/ThreadListSkeleton.tsx'
import styles from './Activities.module.css'
import { ACTIVITY_TABS, type ActivityTab, shownActivities } from './activity-view.ts'

interface ActivitiesPanelProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** What else the bell counts: the notifications that wait, and the way to them. */
  readonly missed: number
  readonly onMissed: () => void
}

/** Mentions of the person and reactions to their messages, opened from the missed-notifications bell (spec 2 §2). */
export function ActivitiesPanel({ opened, onClose, missed, onMissed }: ActivitiesPanelProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={420}
      title={TEXT.activities}
      classNames={{ body: styles.body ?? '', content: styles.content ?? '' }}
    >
      <Activities onDone={onClose} />
      <div className={styles.foot}>
        <Button
          fullWidth
          variant="default"
          size="sm"
          leftSection={<IconBell size={16} stroke={1.8} />}
          onClick={onMissed}
        >
          {TEXT.missedNotifications(missed)}
        </Button>
      </div>
    </Drawer>
  )
}

function Activities({ onDone }: { onDone: () => void }) {
  const chat = useChat<'loadActivities'>()
  const [tab, setTab] = useState<ActivityTab>('All')
  const [typed, setTyped] = useState('')
  const [debounced] = useDebouncedValue(typed, FILTER_DEBOUNCE_MS)
  useEffect(() => void chat.loadActivities(), [chat])
  return (
    <>
      <TextInput
        data-autofocus
        aria-label={TEXT.searchActivities}
        placeholder={TEXT.searchActivities}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        leftSection={<IconSearch size={16} stroke={1.8} />}
      />
      <Tabs
        className={styles.tabs ?? ''}
        value={tab}
        onChange={(value) => setTab(ACTIVITY_TABS.find((one) => one === value) ?? 'All')}
        keepMounted={false}
      >
        <Tabs.List aria-label={TEXT.activities}>
          {ACTIVITY_TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {TEXT.activityTabs[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={styles.panel ?? ''}>
          <ActivityList tab={tab} term={typed === '' ? '' : debounced} onDone={onDone} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function ActivityList({ tab, term, onDone }: { tab: ActivityTab; term: string; onDone: () => void }) {
  const chat = useChat<'loadActivities'>()
  const items = useChatState((state) => state.activities)
  const load = useChatState((state) => state.activitiesLoad)
  const threads = useChatState((state) => state.threads)
  const names = useMemo(
    () => new Map(threads.map((thread) => [keyOf(thread), thread.displayLabel])),
    [threads],
  )
  const nameOf = (item: ActivityItem) => names.get(keyOf(item)) ?? ''
  const shown = shownActivities(items, { tab, term }, nameOf)
  const go = useGoTo(onDone)
  if (load.state === 'error' && items.length === 0)
    return (
      <LoadFailure
        title={TEXT.activitiesFailed}
        reason={load.message}
        onRetry={() => void chat.loadActivities()}
      />
    )
  if (load.state !== 'ready' && items.length === 0) return <ThreadListSkeleton />
  if (shown.length === 0)
    return (
      <EmptyState
        icon={<IconBell size={26} stroke={1.6} />}
        title={term.trim().length > 1 && items.length > 0 ? TEXT.noActivityFound : TEXT.nothingHere}
      />
    )
  return (
    <ul className={styles.list}>
      {shown.map((item) => (
        <ActivityRow key={`${item.kind}${item.messageID}`} item={item} thread={nameOf(item)} go={go} />
      ))}
    </ul>
  )
}

type Go = (item: ActivityItem, reply: boolean) => void

/** Opens an item's message in its context, wherever the person is; to reply, with its quote at the composer. */
function useGoTo(onDone: () => void): Go {
  const chat = useChat<'openSection' | 'setReply' | 'showMessage' | 'store'>()
  const { notices } = useServices()
  const { conversations } = useSignedIn()
  const { pathname } = useLocation()
  const go = async (item: ActivityItem, reply: boolean) => {
    const key = keyOf(item)
    if (!(await chat.showMessage(key, item.messageID))) {
      notices.show('warning', TEXT.activityGone)
      return
    }
    const { messages = [] } = chat.store.getState().conversations[key] ?? {}
    const message = messages.find(({ id }) => id === item.messageID)
    if (reply && message) chat.setReply(key, message)
    chat.openSection('Chats')
    onDone()
    conversations.show(pathname)
  }
  return (item, reply) => void go(item, reply)
}

function ActivityRow({ item, thread, go }: { item: ActivityItem; thread: string; go: Go }) {
  const today = useToday()
  const Icon = item.kind === 'MENTION' ? IconAt : IconMoodSmile
  const text = cut(listPreview({ message: item.message, type: 'TEXT' }), NOTIFICATION_PREVIEW_LENGTH)
  return (
    <li className={styles.item}>
      <UnstyledButton className={styles.open} onClick={() => go(item, false)}>
        <span className={styles.sign} data-kind={item.kind}>
          <Icon size={16} stroke={1.9} aria-hidden="true" />
        </span>
        <span className={styles.words}>
          <span className={styles.text}>{text}</span>
          <span className={styles.where}>
            {thread === '' ? null : <span>{thread}</span>}
            <time dateTime={item.entryTime}>{listTime(item.entryTime, today)}</time>
          </span>
        </span>
      </UnstyledButton>
      <Tooltip label={TEXT.reply} openDelay={400}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={TEXT.replyTo(text)}
          onClick={() => go(item, true)}
        >
          <IconArrowBackUp size={18} stroke={1.8} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}
