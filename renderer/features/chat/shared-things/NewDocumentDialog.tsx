import '../mantine-styles.ts'
import { Button, Modal } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useServices } from '../../../services/context.tsx'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { useChat } from '../chat-context.tsx'
import type { ChatDialogProps } from '../dialogs/dialog-props.ts'
import { DocumentFields } from './DocumentFields.tsx'
import { type DocumentDraft, documentDraft } from './document-draft.ts'
import styles from './SharedThings.module.css'
import { TEXT } from './text.ts'
import { useKeptDraft } from './use-kept-draft.ts'

const EMPTY: DocumentDraft = { title: '', text: '', version: 0 }

/** Begins a text that everybody in the conversation may write in (spec 2 §2). */
export function NewDocumentDialog({ dialog: { thread }, onClose }: ChatDialogProps<'new-document'>) {
  const chat = useChat<'createDocument'>()
  const { newID } = useServices()
  const [attempt] = useState(newID)
  const { draft, change, forget } = useKeptDraft(`document:${thread}`, documentDraft)
  const { title, text } = draft ?? EMPTY
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const create = async (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() === '') return setProblem(TEXT.needsTitle)
    setBusy(true)
    const made = await chat.createDocument(thread, { title: title.trim(), text }, attempt)
    setBusy(false)
    if (!made) return
    forget()
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={TEXT.newDocument} size={640} centered>
      <form className={styles.form} onSubmit={(event) => void create(event)} noValidate>
        <DocumentFields
          value={{ title, text }}
          onChange={(next) => {
            setProblem(null)
            change({ ...next, version: 0 })
          }}
        />
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {TEXT.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {TEXT.createDocument}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}
