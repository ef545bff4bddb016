import { ActionIcon } from '@mantine/core'
import {
  IconBulb,
  IconGif,
  IconMailForward,
  IconMicrophone,
  IconPaperclip,
  IconSparkles,
} from '@tabler/icons-react'
import { useSession } from '../../../services/context.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import { EmojiButton } from '../emoji/EmojiButton.tsx'
import { CreateMenu } from '../shared-things/CreateMenu.tsx'
import { keyOf, type ThreadFrame } from '../store/state.ts'
import styles from './Composer.module.css'
import { TEXT } from './text.ts'

interface ComposerToolsProps {
  readonly thread: ThreadFrame
  readonly hasText: boolean
  readonly onEmoji: (emoji: string) => void
  readonly onAttach: () => void
  readonly onVoice: () => void
  readonly rewording: { readonly busy: boolean; readonly start: () => void }
  readonly suggestions: { readonly busy: boolean; readonly canAsk: boolean; readonly ask: () => void }
}

/** What a message can have beside its text, each for who may (spec 2 §6). */
export function ComposerTools({ thread, hasText, rewording, suggestions, ...on }: ComposerToolsProps) {
  const chat = useChat<'openDialog'>()
  const permissions = useSession((session) => session.permissions)
  const hasRewording = useChatState((state) => state.hasRewording)
  const hasGifs = useChatState((state) => state.hasGifs)
  const key = keyOf(thread)
  const attaches = permissions.can('CHAT_CAN_ADD_ATTACHMENT')
  const assists = hasRewording && permissions.can('CHAT_AI_REWORDING')
  const writesToCustomers = thread.source === 'JOB_ORDER' && permissions.can('CAN_SEND_MESSAGE_TO_CUSTOMER')
  return (
    <div className={styles.tools} role="toolbar" aria-label={TEXT.composerTools}>
      <CreateMenu threadKey={key} />
      <EmojiButton disabled={rewording.busy} onPick={on.onEmoji} />
      {hasGifs && permissions.can('CAN_USE_GIF_PICKER') ? (
        <Tool label={TEXT.gif} icon={IconGif} onClick={() => chat.openDialog({ kind: 'gif', thread: key })} />
      ) : null}
      {attaches ? <Tool label={TEXT.attachFiles} icon={IconPaperclip} onClick={on.onAttach} /> : null}
      {attaches ? <Tool label={TEXT.voiceNote} icon={IconMicrophone} onClick={on.onVoice} /> : null}
      {assists ? (
        <Tool
          label={TEXT.reword}
          icon={IconSparkles}
          disabled={!hasText}
          loading={rewording.busy}
          onClick={rewording.start}
        />
      ) : null}
      {assists ? (
        <Tool
          label={TEXT.suggestReplies}
          icon={IconBulb}
          disabled={!suggestions.canAsk || hasText}
          loading={suggestions.busy}
          onClick={suggestions.ask}
        />
      ) : null}
      {writesToCustomers ? (
        <Tool
          label={TEXT.customerMessage}
          icon={IconMailForward}
          onClick={() => chat.openDialog({ kind: 'customer-message', thread: key })}
        />
      ) : null}
    </div>
  )
}

interface ToolProps {
  readonly label: string
  readonly icon: typeof IconGif
  readonly onClick: () => void
  readonly disabled?: boolean
  readonly loading?: boolean
}

function Tool({ label, icon: Icon, onClick, disabled = false, loading = false }: ToolProps) {
  return (
    <ActionIcon
      className={styles.tool ?? ''}
      variant="subtle"
      color="gray"
      size={34}
      radius="md"
      aria-label={label}
      title={label}
      disabled={disabled}
      loading={loading}
      onClick={onClick}
    >
      <Icon size={20} stroke={1.6} />
    </ActionIcon>
  )
}
