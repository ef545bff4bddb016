import { ActionIcon, Menu } from '@mantine/core'
import { IconChartBar, IconFileText, IconHash, IconPlus } from '@tabler/icons-react'
import { useSession } from '../../../services/context.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import { threadOf } from '../store/core.ts'
import type { ThreadKey } from '../store/state.ts'
import type { SharedThings } from '../store/tabs/tab-state.ts'
import styles from './CreateMenu.module.css'
import { TEXT } from './text.ts'

const ICON = { size: 17, stroke: 1.8 } as const
/** How many of each the menu lists; the others are in the messages. Ours. */
const LISTED = 4
const UNKNOWN: SharedThings = { polls: [], documents: [] }

/**
 * What can be added to a conversation beside messages and files: a poll, a document, a discussion.
 * Those that are there already are below. What the server doesn't know isn't offered.
 */
export function CreateMenu({ threadKey }: { threadKey: ThreadKey }) {
  const chat = useChat<'loadSharedThings' | 'openDialog' | 'openTab'>()
  const mayUseTopics = useSession(({ permissions }) => permissions.can('CHAT_CAN_USE_TOPICS'))
  const isTopic = useChatState((state) => threadOf(state, threadKey)?.source === 'TOPIC')
  const things = useChatState((state) => state.sharedThings[threadKey]) ?? UNKNOWN
  return (
    <Menu position="top-start" shadow="md" onOpen={() => void chat.loadSharedThings(threadKey)}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          radius="md"
          aria-label={TEXT.create}
          title={TEXT.create}
        >
          <IconPlus size={20} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu ?? ''}>
        {things.polls === null ? null : (
          <Menu.Item
            leftSection={<IconChartBar {...ICON} />}
            onClick={() => chat.openDialog({ kind: 'new-poll', thread: threadKey })}
          >
            {TEXT.newPoll}
          </Menu.Item>
        )}
        {things.documents === null ? null : (
          <Menu.Item
            leftSection={<IconFileText {...ICON} />}
            onClick={() => chat.openDialog({ kind: 'new-document', thread: threadKey })}
          >
            {TEXT.newDocument}
          </Menu.Item>
        )}
        {mayUseTopics && !isTopic ? (
          <Menu.Item leftSection={<IconHash {...ICON} />} onClick={() => chat.openTab(threadKey, 'Topics')}>
            {TEXT.newDiscussion}
          </Menu.Item>
        ) : null}
        <Existing things={things} threadKey={threadKey} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The open polls and the documents changed last. */
function Existing({ things, threadKey }: { things: SharedThings; threadKey: ThreadKey }) {
  const chat = useChat<'openDialog'>()
  const polls = (things.polls ?? []).filter(({ isClosed }) => !isClosed).slice(0, LISTED)
  const documents = (things.documents ?? []).slice(0, LISTED)
  if (polls.length + documents.length === 0) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{TEXT.inThisChat}</Menu.Label>
      {polls.map(({ id, question }) => (
        <Menu.Item
          key={`poll/${id}`}
          leftSection={<IconChartBar {...ICON} />}
          onClick={() => chat.openDialog({ kind: 'poll', thread: threadKey, id })}
        >
          {question}
        </Menu.Item>
      ))}
      {documents.map(({ id, title }) => (
        <Menu.Item
          key={`document/${id}`}
          leftSection={<IconFileText {...ICON} />}
          onClick={() => chat.openDialog({ kind: 'document', thread: threadKey, id })}
        >
          {title}
        </Menu.Item>
      ))}
    </>
  )
}
