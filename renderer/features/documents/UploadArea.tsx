import { Button, CloseButton } from '@mantine/core'
import { IconScreenshot } from '@tabler/icons-react'
import type { DocumentInfo } from '#shared/contract/documents.ts'
import { useServices } from '../../services/context.tsx'
import { DropField } from '../../ui/form/DropField.tsx'
import { UploadBar } from '../../ui/form/UploadBar.tsx'
import styles from './Documents.module.css'
import { DOCUMENTS_TEXT } from './text.ts'
import { useCapture } from './use-capture.ts'
import { type Upload, useUploads } from './use-uploads.ts'

/** Where files are chosen or dropped, and what is on its way. */
export function UploadArea({ onUploaded }: { onUploaded: (info: DocumentInfo) => void }) {
  const { uploads, start, cancel, dismiss } = useUploads(onUploaded)
  const { desktop } = useServices()
  const { capture, busy } = useCapture((file) => start([file]))
  return (
    <>
      <DropField
        choose={DOCUMENTS_TEXT.upload}
        hint={DOCUMENTS_TEXT.drop}
        dropNow={DOCUMENTS_TEXT.dropNow}
        isMultiple
        isPrimary
        isWide
        onFiles={start}
      >
        {desktop.available ? (
          <Button
            variant="default"
            loading={busy}
            leftSection={<IconScreenshot size={17} stroke={1.7} aria-hidden="true" />}
            onClick={() => void capture()}
          >
            {DOCUMENTS_TEXT.capture}
          </Button>
        ) : null}
      </DropField>
      {uploads.length > 0 ? (
        <ul className={styles.uploads}>
          {uploads.map((upload) => (
            <OnItsWay
              key={upload.id}
              upload={upload}
              onCancel={() => cancel(upload.id)}
              onDismiss={() => dismiss(upload.id)}
            />
          ))}
        </ul>
      ) : null}
    </>
  )
}

interface OnItsWayProps {
  readonly upload: Upload
  readonly onCancel: () => void
  readonly onDismiss: () => void
}

function OnItsWay({ upload, onCancel, onDismiss }: OnItsWayProps) {
  const { name, progress, problem } = upload
  return (
    <li className={styles.upload}>
      <span className={styles.uploadName}>{name}</span>
      {problem === null ? (
        <>
          <UploadBar share={progress} label={`${DOCUMENTS_TEXT.progress}: ${name}`} />
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            {DOCUMENTS_TEXT.cancel}
          </Button>
        </>
      ) : (
        <>
          <span className={styles.problem} role="alert">
            {problem}
          </span>
          <CloseButton size="sm" aria-label={`${DOCUMENTS_TEXT.dismiss} ${name}`} onClick={onDismiss} />
        </>
      )}
    </li>
  )
}
