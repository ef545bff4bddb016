import { Button, CloseButton, Modal } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ChangeEvent, useEffect, useRef } from 'react'
import type { ChatThread } from '#shared/contract/chat-entities.ts'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import { ComposerField } from '../composer/ComposerField.tsx'
import { toMarkup } from '../composer/mention-text.ts'
import { useComposerText } from '../composer/use-composer-text.ts'
import type { ChatDialogProps } from '../dialogs/dialog-props.ts'
import { threadOf } from '../store/core.ts'
import type { AttachedFile } from '../store/sending/upload-types.ts'
import { keyOf } from '../store/state.ts'
import styles from './Files.module.css'
import { FileThumb } from './FileThumb.tsx'
import { fileSize, shownName } from './file-size.ts'
import { TEXT } from './text.ts'

const NONE: readonly AttachedFile[] = []

/**
 * The files that were chosen, as they are, and a text with them; without one they can be sent too
 * (decisions, Chat). Closed, the text stays in the composer and the files are taken out, which can be undone
 * there: none of them goes with a message that they weren't meant for.
 */
export function FileSendDialog({ dialog, onClose }: ChatDialogProps<'file-send'>) {
  const chat = useChat<'attach' | 'takeOut'>()
  const thread = useChatState((state) => threadOf(state, dialog.thread))
  const { files } = dialog
  const added = useRef<readonly File[] | null>(null)
  useEffect(() => {
    if (added.current === files) return
    added.current = files
    chat.attach(dialog.thread, files, 'CENTRAL_FILE_HUB')
  }, [chat, dialog.thread, files])
  const close = () => {
    chat.takeOut(dialog.thread)
    onClose()
  }
  return (
    <Modal opened onClose={close} title={TEXT.sendFilesTitle} centered size={640} closeOnClickOutside={false}>
      {thread ? <Form thread={thread} onCancel={close} onSent={onClose} /> : null}
    </Modal>
  )
}

interface FormProps {
  readonly thread: ChatThread
  readonly onCancel: () => void
  readonly onSent: () => void
}

function Form({ thread, onCancel, onSent }: FormProps) {
  const chat = useChat<'attach' | 'draftOf' | 'putDraft' | 'removeAttached' | 'sendFiles'>()
  const key = keyOf(thread)
  const files = useChatState((state) => state.attached[key]) ?? NONE
  const connected = useChatState((state) => state.hub === 'connected')
  const { value, change, input } = useComposerText(key)
  const more = useRef<HTMLInputElement>(null)
  const mayNotSend = files.length === 0 || !connected
  // What was typed here is the draft; the composer below must read it anew.
  useEffect(() => () => chat.putDraft(key, chat.draftOf(key)), [chat, key])
  useEffect(() => input.current?.focus(), [input])
  const send = () => {
    if (!mayNotSend && chat.sendFiles(key, toMarkup(value))) onSent()
  }
  const addMore = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    chat.attach(key, [...(currentTarget.files ?? [])], 'CENTRAL_FILE_HUB')
    currentTarget.value = ''
  }
  return (
    <div className={styles.dialog}>
      <Previews files={files} onRemove={(id) => chat.removeAttached(key, id)} />
      <div className={styles.text}>
        <ComposerField
          thread={thread}
          value={value}
          onChange={change}
          input={input}
          label={TEXT.captionPlaceholder}
          onEnter={send}
          onPasteFiles={(pasted) => chat.attach(key, pasted, 'FILE')}
        />
      </div>
      <input ref={more} type="file" multiple hidden onChange={addMore} />
      <FormActions isFirstApart>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} stroke={1.8} />}
          onClick={() => more.current?.click()}
        >
          {TEXT.addFiles}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button onClick={send} disabled={mayNotSend} loading={!connected}>
          {TEXT.sendButton}
        </Button>
      </FormActions>
    </div>
  )
}

function Previews({ files, onRemove }: { files: readonly AttachedFile[]; onRemove: (id: string) => void }) {
  return (
    <ul className={styles.previews} aria-label={TEXT.attachedFiles}>
      {files.map(({ id, file }) => (
        <li key={id} className={styles.preview}>
          <FileThumb file={file} />
          <span className={styles.name}>
            <strong title={shownName(file)}>{shownName(file)}</strong>
            <span>{fileSize(file.size)}</span>
          </span>
          <CloseButton
            className={styles.remove ?? ''}
            size="sm"
            aria-label={TEXT.removeFile(shownName(file))}
            onClick={() => onRemove(id)}
          />
        </li>
      ))}
    </ul>
  )
}
