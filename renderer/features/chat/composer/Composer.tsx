import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { type ChangeEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useSession } from '../../../services/context.tsx'
import { DialogFailure } from '../../../ui/failure/DialogFailure.tsx'
import { lazyCode } from '../../../ui/fetch-code.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import { useChatMode } from '../modes/mode-context.tsx'
import { type AttachedFile, type AttachedType, isPreparing } from '../store/sending/upload-types.ts'
import type { ThreadFrame, ThreadKey } from '../store/state.ts'
import { AttachedFiles, LostFiles, TakenOutFiles } from '../uploads/AttachedFiles.tsx'
import { DropZone } from '../uploads/DropZone.tsx'
import { FailedMessages, UploadTray } from '../uploads/UploadTray.tsx'
import styles from './Composer.module.css'
import { ComposerField } from './ComposerField.tsx'
import { ComposerTools } from './ComposerTools.tsx'
import { fromMarkup, toMarkup } from './mention-text.ts'
import { ReplyBar } from './ReplyBar.tsx'
import { Suggestions } from './Suggestions.tsx'
import { TEXT } from './text.ts'
import { useComposerFocus } from './use-composer-focus.ts'
import { useComposerKeys } from './use-composer-keys.ts'
import { useComposerText } from './use-composer-text.ts'
import { useRewording } from './use-rewording.ts'
import { useSuggestions } from './use-suggestions.ts'

const VoiceRecorder = lazyCode(async () => (await import('../voice/VoiceRecorder.tsx')).VoiceRecorder)

const NO_FILES: readonly AttachedFile[] = []

interface ComposerProps {
  readonly threadKey: ThreadKey
  readonly thread: ThreadFrame
  /** Whether it has the focus as soon as it shows. */
  readonly takesFocus?: boolean
}

/** Where a message is written, with everything that can go with it (spec 2 §2, §4, §5). */
export function Composer({ threadKey, thread, takesFocus = true }: ComposerProps) {
  const chat = useChat<
    | 'attach'
    | 'clearReply'
    | 'forgetTakenOut'
    | 'loadFeatures'
    | 'openDialog'
    | 'send'
    | 'sendFiles'
    | 'store'
  >()
  const { isEmbedded: embedded } = useChatMode()
  const reply = useChatState((state) => state.replies[threadKey])
  const attached = useChatState((state) => state.attached[threadKey]) ?? NO_FILES
  const mayAttach = useSession((session) => session.permissions.can('CHAT_CAN_ADD_ATTACHMENT'))
  const [recording, setRecording] = useState(false)
  const { value, change, insert, input, clear } = useComposerText(threadKey)
  const rewording = useRewording(value, change)
  const suggestions = useSuggestions(threadKey)
  const root = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  useEffect(() => chat.loadFeatures(), [chat])
  useComposerFocus(input, takesFocus && !recording, reply?.id)

  const hasText = value.text.trim() !== ''
  // The plain composer needs a text; without one files go from the dialog that shows them.
  const sendable = hasText || (embedded && attached.length > 0)
  const review = () => chat.openDialog({ kind: 'file-send', thread: threadKey, files: [] })
  const attach = (files: readonly File[], type: AttachedType) => {
    if (files.length === 0) return
    const before = chat.store.getState().attached[threadKey]
    chat.attach(threadKey, files, type)
    // Where every file was refused there is nothing to look at.
    if (!embedded && chat.store.getState().attached[threadKey] !== before) review()
  }
  const send = () => {
    if (attached.length > 0 && !sendable) return review()
    const text = toMarkup(value)
    const sent = attached.length > 0 ? chat.sendFiles(threadKey, text) : chat.send(text)
    if (sent) {
      clear()
      suggestions.clear()
      chat.forgetTakenOut(threadKey)
    }
    input.current?.focus()
  }
  const onKeyDown = useComposerKeys({ threadKey, isEmpty: value.text === '', rewording })
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    attach([...(currentTarget.files ?? [])], 'CENTRAL_FILE_HUB')
    // So that the same file can be chosen again.
    currentTarget.value = ''
  }

  return (
    <div ref={root} className={styles.composer}>
      {mayAttach ? <DropZone inside={root} onDrop={(files) => attach(files, 'CENTRAL_FILE_HUB')} /> : null}
      <UploadTray threadKey={threadKey} />
      <FailedMessages threadKey={threadKey} />
      <Suggestions
        replies={hasText ? [] : suggestions.replies}
        onPick={(picked) => {
          change(fromMarkup(picked))
          suggestions.clear()
          input.current?.focus()
        }}
        onClose={suggestions.clear}
      />
      <div className={styles.box}>
        {reply ? <ReplyBar quote={reply} onClear={() => chat.clearReply(threadKey)} /> : null}
        <LostFiles threadKey={threadKey} />
        <TakenOutFiles threadKey={threadKey} {...(embedded ? {} : { onBack: review })} />
        <AttachedFiles threadKey={threadKey} files={attached} {...(embedded ? {} : { onReview: review })} />
        {recording ? (
          <DialogFailure opened onClose={() => setRecording(false)}>
            <Suspense fallback={<div className={styles.line} />}>
              <VoiceRecorder threadKey={threadKey} onClose={() => setRecording(false)} />
            </Suspense>
          </DialogFailure>
        ) : (
          <>
            <div className={styles.line}>
              <ComposerField
                thread={thread}
                value={value}
                onChange={change}
                input={input}
                label={TEXT.placeholder}
                onEnter={send}
                onKeyDown={onKeyDown}
                readOnly={rewording.busy}
                {...(mayAttach ? { onPasteFiles: (files) => attach(files, 'FILE') } : {})}
              />
            </div>
            {rewording.undo || rewording.busy ? (
              <div className={styles.reworded} role="status">
                {rewording.busy ? TEXT.rewording : TEXT.reworded}{' '}
                {rewording.undo ? (
                  <UnstyledButton onClick={rewording.undo}>{TEXT.undo}</UnstyledButton>
                ) : null}
              </div>
            ) : null}
            <div className={styles.bar}>
              <ComposerTools
                thread={thread}
                hasText={hasText}
                onEmoji={insert}
                onAttach={() => chooser.current?.click()}
                onVoice={() => setRecording(true)}
                rewording={rewording}
                suggestions={suggestions}
              />
              <SendButton threadKey={threadKey} sendable={sendable && !rewording.busy} onSend={send} />
            </div>
          </>
        )}
      </div>
      {mayAttach ? <input ref={chooser} type="file" multiple hidden onChange={choose} /> : null}
    </div>
  )
}

interface SendButtonProps {
  readonly threadKey: ThreadKey
  readonly sendable: boolean
  readonly onSend: () => void
}

/** Shows loading while disconnected; disabled then, while a file is being prepared and with nothing to send (spec 2 §4). */
function SendButton({ threadKey, sendable, onSend }: SendButtonProps) {
  const connected = useChatState((state) => state.hub === 'connected')
  const busy = useChatState((state) => isPreparing(state.uploads, threadKey))
  return (
    <ActionIcon
      className={styles.send ?? ''}
      size={34}
      radius="md"
      variant="filled"
      aria-label={TEXT.send}
      loading={!connected}
      disabled={!connected || busy || !sendable}
      onClick={onSend}
    >
      <IconSend2 size={18} stroke={1.8} />
    </ActionIcon>
  )
}
