import '../mantine-styles.ts'
import { Modal } from '@mantine/core'
import { cut } from '#shared/domain/cut-text.ts'
import { useSession } from '../../../services/context.tsx'
import { useChatState } from '../chat-context.tsx'
import type { ChatDialogProps } from '../dialogs/dialog-props.ts'
import { readable } from '../search/readable.ts'
import { NewDiscussion } from './NewDiscussion.tsx'
import styles from './Topics.module.css'
import { TEXT } from './text.ts'

/** How much of the message the topic is called at first. Ours. */
const NAME_LENGTH = 60

/** Adds a topic to a message (spec 2 §6). */
export function AddTopicDialog({ dialog: { thread, messageID }, onClose }: ChatDialogProps<'add-topic'>) {
  const may = useSession(({ permissions }) => permissions.can('CHAT_CAN_USE_TOPICS'))
  const message = useChatState((state) =>
    state.conversations[thread]?.messages.find(({ id }) => id === messageID),
  )
  const suggested = useChatState((state) =>
    state.suggestions[thread]?.items.find((suggestion) => suggestion.messageID === messageID),
  )
  if (!may) return null
  const words = message ? readable(message) : (suggested?.name ?? '')
  return (
    <Modal opened onClose={onClose} title={TEXT.topicDialog} size={460} centered>
      {words === '' ? null : <blockquote className={styles.origin}>{words}</blockquote>}
      <NewDiscussion threadKey={thread} messageID={messageID} suggestion={cut(words, NAME_LENGTH)} />
    </Modal>
  )
}
