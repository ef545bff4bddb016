import { Button, Textarea } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { MESSAGE_TEXT_MAX } from '#shared/contract/chat.ts'
import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { useChat } from '../chat-context.tsx'
import { edited, fromMarkup, type MentionText, toMarkup } from '../composer/mention-text.ts'
import type { ChatDialogProps } from '../dialogs/dialog-props.ts'
import styles from './Dialogs.module.css'
import { MessageDialog } from './MessageDialog.tsx'
import { TEXT } from './text.ts'

/** Changes the text of one's own message (spec 2 §2). What is typed is kept until it is saved or dropped. */
export function EditDialog({ dialog, onClose }: ChatDialogProps<'edit'>) {
  return (
    <MessageDialog title={TEXT.editTitle} dialog={dialog} onClose={onClose} size="lg">
      {({ message }) => <EditForm message={message} threadKey={dialog.thread} onClose={onClose} />}
    </MessageDialog>
  )
}

interface EditFormProps {
  readonly message: ChatMessage
  readonly threadKey: string
  readonly onClose: () => void
}

function EditForm({ message, threadKey, onClose }: EditFormProps) {
  const chat = useChat<'edit' | 'editDraftOf' | 'keepEdit'>()
  const [value, setValue] = useState<MentionText>(() =>
    fromMarkup(chat.editDraftOf(threadKey, message.id) ?? message.message),
  )
  const change = (next: MentionText) => {
    setValue(next)
    chat.keepEdit(threadKey, message.id, toMarkup(next))
  }
  const drop = () => {
    chat.keepEdit(threadKey, message.id, null)
    onClose()
  }
  const isTooLong = toMarkup(value).length > MESSAGE_TEXT_MAX
  const save = () => {
    const text = toMarkup(value)
    if (text.trim() === '' || isTooLong) return
    if (text.trim() === message.message.trim()) return drop()
    onClose()
    void chat.edit(threadKey, message, text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter') return
    if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    save()
  }
  return (
    <>
      <p className={styles.warning}>
        <IconInfoCircle size={18} stroke={1.8} aria-hidden="true" />
        {TEXT.editWarning}
      </p>
      <Textarea
        data-autofocus
        autosize
        minRows={2}
        maxRows={12}
        aria-label={TEXT.editLabel}
        value={value.text}
        error={isTooLong ? TEXT.tooLong : null}
        onChange={({ currentTarget: { value: text, selectionStart } }) =>
          change(edited(value, text, selectionStart))
        }
        onKeyDown={onKeyDown}
      />
      <FormActions className={styles.buttons}>
        <Button variant="default" onClick={drop}>
          {TEXT.cancel}
        </Button>
        <Button disabled={value.text.trim() === '' || isTooLong} onClick={save}>
          {TEXT.save}
        </Button>
      </FormActions>
    </>
  )
}
