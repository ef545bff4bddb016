import { Button, Modal } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { type ChecklistItem, completeChecklistItemWithFile } from '#shared/contract/checklist.ts'
import { checklistFileProblem } from '#shared/domain/checklist.ts'
import { sizeText } from '#shared/domain/documents.ts'
import { useServices } from '../../services/context.tsx'
import { useOneUpload } from '../../services/http/use-one-upload.ts'
import { DropField } from '../../ui/form/DropField.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { UploadBar } from '../../ui/form/UploadBar.tsx'
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
  const { api, notices } = useServices()
  const { progress, problem, start, cancel } = useOneUpload({
    lock: UPLOAD_WORDS.lock,
    onGivenUp: (message) => notices.show('warning', message),
  })
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
      <DropField
        choose={file ? UPLOAD_WORDS.another : UPLOAD_WORDS.choose}
        hint={UPLOAD_WORDS.drop}
        dropNow={UPLOAD_WORDS.dropNow}
        accept="application/pdf"
        isDisabled={isUploading}
        onFiles={([chosen]) => choose(chosen)}
        {...(file && {
          icon: <IconFileTypePdf size={28} stroke={1.5} />,
          chosen: (
            <>
              {file.name} <small>{sizeText(file.size)}</small>
            </>
          ),
        })}
      />
      {isUploading ? <UploadBar share={progress} label={UPLOAD_WORDS.progress} /> : null}
      <Problem>{unfit ?? problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={isUploading ? cancel : onClose}>
          {UPLOAD_WORDS.cancel}
        </Button>
        <Button
          disabled={file === null || isUploading}
          onClick={() => (file ? void upload(file) : undefined)}
        >
          {UPLOAD_WORDS.complete}
        </Button>
      </FormActions>
    </div>
  )
}
