import { Button, Modal } from '@mantine/core'
import { IconCloudUpload, IconFileTypePdf } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { type ChecklistItem, completeChecklistItemWithFile } from '#shared/contract/checklist.ts'
import { checklistFileProblem } from '#shared/domain/checklist.ts'
import { sizeText } from '#shared/domain/documents.ts'
import { useServices } from '../../services/context.tsx'
import { useOneUpload } from '../../services/http/use-one-upload.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Checklist.module.css'
import { UPLOAD_WORDS } from './text.ts'

interface UploadFileDialogProps {
  /** The item that the PDF is for; null while there is none. */
  readonly item: ChecklistItem | null
  readonly onDone: () => void
  readonly onClose: () => void
}

/** The Upload File modal: a PDF that completes an item (spec 3 §2, §5). Closing it gives an upload up. */
export function UploadFileDialog({ item, onDone, onClose }: UploadFileDialogProps) {
  return (
    <Modal
      opened={item !== null}
      onClose={onClose}
      title={UPLOAD_WORDS.title}
      centered
      closeOnClickOutside={false}
    >
      {item ? <UploadForm item={item} onDone={onDone} onClose={onClose} /> : null}
    </Modal>
  )
}

function UploadForm({ item, onDone, onClose }: UploadFileDialogProps & { readonly item: ChecklistItem }) {
  const [file, setFile] = useState<File | null>(null)
  const [unfit, setUnfit] = useState<string | null>(null)
  const { api } = useServices()
  const { progress, problem, start, cancel } = useOneUpload({ lock: UPLOAD_WORDS.lock })
  const upload = (pdf: File) =>
    start(async (options) => {
      const { id: taskID, userID } = item
      await api.upload(completeChecklistItemWithFile, { file: pdf, taskID, userID }, options)
      onDone()
    })
  const isUploading = progress !== null
  const choose = (chosen: File | undefined) => {
    if (!chosen || isUploading) return
    const unfitFor = checklistFileProblem(chosen)
    setUnfit(unfitFor)
    setFile(unfitFor === null ? chosen : null)
  }
  return (
    <div className={styles.form}>
      <p className={styles.task}>{item.task}</p>
      <FileField file={file} isDisabled={isUploading} onChoose={choose} />
      {isUploading ? (
        <progress
          className={styles.bar}
          aria-label={UPLOAD_WORDS.progress}
          max={100}
          value={Math.round(progress * 100)}
        />
      ) : null}
      <Problem>{unfit ?? problem}</Problem>
      <div className={styles.actions}>
        <Button variant="default" onClick={isUploading ? cancel : onClose}>
          {UPLOAD_WORDS.cancel}
        </Button>
        <Button
          disabled={file === null || isUploading}
          onClick={() => (file ? void upload(file) : undefined)}
        >
          {UPLOAD_WORDS.complete}
        </Button>
      </div>
    </div>
  )
}

interface FileFieldProps {
  readonly file: File | null
  readonly isDisabled: boolean
  readonly onChoose: (file: File | undefined) => void
}

function FileField({ file, isDisabled, onChoose }: FileFieldProps) {
  const [over, setOver] = useState(false)
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onChoose(event.dataTransfer.files[0])
  }
  const Icon = file ? IconFileTypePdf : IconCloudUpload
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a pointer's short cut to the labelled input inside
    <div
      className={styles.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <Icon size={28} stroke={1.5} aria-hidden="true" />
      {file ? (
        <span className={styles.fileName}>
          {file.name} <small>{sizeText(file.size)}</small>
        </span>
      ) : null}
      <label className={styles.choose}>
        <input
          className="visually-hidden"
          type="file"
          accept="application/pdf"
          disabled={isDisabled}
          onChange={(event) => {
            onChoose(event.currentTarget.files?.[0])
            // The same file may be chosen again.
            event.currentTarget.value = ''
          }}
        />
        {file ? UPLOAD_WORDS.another : UPLOAD_WORDS.choose}
      </label>
      {file ? null : <span>{over ? UPLOAD_WORDS.dropNow : UPLOAD_WORDS.drop}</span>}
    </div>
  )
}
