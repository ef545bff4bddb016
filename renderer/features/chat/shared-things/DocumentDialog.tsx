import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import '../mantine-styles.ts'
import { Button, Modal } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { ChatDocument } from '#shared/contract/chat-entities.ts'
import { clockTime, datePeriod } from '#shared/domain/chat-days.ts'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useToday } from '../../../ui/use-now.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import type { ChatDialogProps } from '../dialogs/dialog-props.ts'
import { NOT_SHOWN } from '../store/tabs/tab-state.ts'
import { DocumentFields } from './DocumentFields.tsx'
import { documentDraft } from './document-draft.ts'
import styles from './SharedThings.module.css'
import { TEXT } from './text.ts'
import { useKeptDraft } from './use-kept-draft.ts'

/** A conversation's document, to read and to write in (spec 2 §2). */
export function DocumentDialog({ dialog: { id }, onClose }: ChatDialogProps<'document'>) {
  const chat = useChat<'loadDocument'>()
  const { load, thing } = useChatState((state) => state.documents[id]) ?? NOT_SHOWN
  useEffect(() => void chat.loadDocument(id), [chat, id])
  return (
    <Modal opened onClose={onClose} title={TEXT.document} size={720} centered>
      {thing ? (
        <Editor document={thing} onClose={onClose} />
      ) : load.state === 'error' ? (
        <LoadFailure
          title={TEXT.documentFailed}
          reason={load.message}
          onRetry={() => void chat.loadDocument(id)}
        />
      ) : (
        <div className={styles.form}>
          <Skeleton width="50%" height={34} />
          <Skeleton width="100%" height={260} />
        </div>
      )}
    </Modal>
  )
}

/** What is changed is kept, with the version that it was changed from, until it is saved or given up. */
function useEditor(document: ChatDocument) {
  const chat = useChat<'saveDocument'>()
  const { draft, restored, change, forget } = useKeptDraft(`edit:${document.id}`, documentDraft)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [saved, setSaved] = useState(false)
  const value = draft ?? document
  const isSame = value.title === document.title && value.text === document.text
  const save = async (over: number) => {
    if (value.title.trim() === '') return setProblem(TEXT.needsTitle)
    setBusy(true)
    const text = { title: value.title.trim(), text: value.text }
    const result = await chat.saveDocument(document.id, text, over)
    setBusy(false)
    if (result !== 'saved') return
    forget()
    setSaved(true)
  }
  return {
    value,
    restored: restored && !isSame,
    isChanged: draft !== null && !isSame,
    /** Somebody saved it since this was begun. */
    isConflict: draft !== null && !isSame && draft.version < document.version,
    problem,
    busy,
    saved: saved && draft === null,
    change(next: { title: string; text: string }) {
      setProblem(null)
      setSaved(false)
      change({ ...next, version: draft?.version ?? document.version })
    },
    save: () => save(draft?.version ?? document.version),
    saveOver: () => save(document.version),
    discard: forget,
  }
}

function Editor({ document, onClose }: { document: ChatDocument; onClose: () => void }) {
  const today = useToday()
  const editor = useEditor(document)
  const { updatedAt, updatedByName } = document
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (editor.isChanged && !editor.isConflict) void editor.save()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {editor.restored && !editor.isConflict ? (
        <p className={styles.notice} role="status">
          {TEXT.draftRestored}
          <Button size="compact-xs" variant="subtle" onClick={editor.discard}>
            {TEXT.discardDraft}
          </Button>
        </p>
      ) : null}
      {editor.isConflict ? (
        <Conflict document={document} busy={editor.busy} onKeep={editor.saveOver} onTake={editor.discard} />
      ) : null}
      <DocumentFields value={editor.value} onChange={editor.change} />
      <Problem>{editor.problem}</Problem>
      <div className={styles.foot}>
        <span role="status">
          {editor.saved
            ? TEXT.saved
            : editor.isChanged
              ? TEXT.unsaved
              : TEXT.changedBy(updatedByName, `${datePeriod(updatedAt, today)}, ${clockTime(updatedAt)}`)}
        </span>
        <Button variant="default" onClick={onClose}>
          {TEXT.close}
        </Button>
        <Button type="submit" loading={editor.busy} disabled={!editor.isChanged || editor.isConflict}>
          {TEXT.save}
        </Button>
      </div>
    </form>
  )
}

interface ConflictProps {
  readonly document: ChatDocument
  readonly busy: boolean
  readonly onKeep: () => void
  readonly onTake: () => void
}

/** Somebody was faster: their text, and what to do with one's own. */
function Conflict({ document, busy, onKeep, onTake }: ConflictProps) {
  const { updatedByName: name, title, text } = document
  return (
    <section className={styles.conflict} role="alert">
      <p>
        <IconAlertTriangle size={18} stroke={1.8} aria-hidden="true" />
        {TEXT.conflict(name)}
      </p>
      <details>
        <summary>{TEXT.theirVersion(name)}</summary>
        <strong>{title}</strong>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
        <pre tabIndex={0}>{text}</pre>
      </details>
      <FormActions>
        <Button size="xs" variant="default" onClick={onTake}>
          {TEXT.takeTheirs}
        </Button>
        <Button size="xs" loading={busy} onClick={onKeep}>
          {TEXT.keepMine}
        </Button>
      </FormActions>
    </section>
  )
}
