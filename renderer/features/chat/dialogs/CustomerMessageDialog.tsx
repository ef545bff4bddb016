import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { sendCustomerMessage } from '#shared/contract/chat-messages.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import { threadOf } from '../store/core.ts'
import { TEXT } from '../text.ts'
import styles from './CustomerMessageDialog.module.css'
import type { ChatDialogProps } from './dialog-props.ts'

const letter = z.object({ email: z.string(), subject: z.string(), message: z.string() })
type Letter = z.output<typeof letter>
const EMPTY: Letter = { email: '', subject: '', message: '' }

/** What was typed before, also before a reload. */
function readLetter(draft: string): Letter {
  try {
    const parsed = letter.safeParse(JSON.parse(draft))
    return parsed.success ? parsed.data : EMPTY
  } catch {
    return EMPTY
  }
}

type Problems = { readonly [Field in keyof Letter]?: string }

function problemsOf({ email, subject, message }: Letter): Problems {
  return {
    ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: TEXT.emailNeeded }),
    ...(subject.trim() === '' ? { subject: TEXT.subjectNeeded } : {}),
    ...(message.trim() === '' ? { message: TEXT.messageNeeded } : {}),
  }
}

/** A mail to the customer of a job order, which its chat keeps (spec 2 §2, §6). */
export function CustomerMessageDialog({ dialog, onClose }: ChatDialogProps<'customer-message'>) {
  const chat = useChat<'draftOf' | 'saveDraft'>()
  const { api, notices, newID } = useServices()
  const thread = useChatState((state) => threadOf(state, dialog.thread))
  const draftKey = `${dialog.thread}/customer`
  const [value, setValue] = useState(() => readLetter(chat.draftOf(draftKey)))
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  // The same letter again is the same message: it goes out once, however often it is tried.
  const [key, setKey] = useState(newID)
  const change = (next: Partial<Letter>) => {
    const changed = { ...value, ...next }
    setValue(changed)
    setProblems({})
    setKey(newID())
    chat.saveDraft(draftKey, JSON.stringify(changed))
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const found = problemsOf(value)
    setProblems(found)
    if (!thread || Object.keys(found).length > 0) return
    setBusy(true)
    setFailure('')
    try {
      const body = { ...value, email: value.email.trim(), sourceID: thread.sourceID }
      await api.call(sendCustomerMessage, body, { idempotencyKey: key, quiet: true })
      chat.saveDraft(draftKey, '')
      notices.show('success', TEXT.customerSent)
      onClose()
    } catch (error) {
      setFailure(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={TEXT.customerMessage}
      centered
      size={560}
      closeOnClickOutside={false}
    >
      <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
        <p className={styles.note}>
          <strong>{thread?.displayLabel}</strong> {TEXT.customerNote}
        </p>
        <TextInput
          data-autofocus
          type="email"
          autoComplete="off"
          required
          label={TEXT.customerEmail}
          maxLength={254}
          value={value.email}
          error={problems.email}
          onChange={({ currentTarget }) => change({ email: currentTarget.value })}
        />
        <TextInput
          required
          label={TEXT.customerSubject}
          maxLength={200}
          value={value.subject}
          error={problems.subject}
          onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
        />
        <Textarea
          required
          label={TEXT.customerText}
          autosize
          minRows={6}
          maxRows={14}
          maxLength={5000}
          value={value.message}
          error={problems.message}
          onChange={({ currentTarget }) => change({ message: currentTarget.value })}
        />
        {failure === '' ? null : (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {TEXT.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {TEXT.sendButton}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}
