import { Button, CloseButton } from '@mantine/core'
import { IconCloudUpload, IconScreenshot } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import type { DocumentInfo } from '#shared/contract/documents.ts'
import { useServices } from '../../services/context.tsx'
import styles from './Documents.module.css'
import { DOCUMENTS_TEXT } from './text.ts'
import { useCapture } from './use-capture.ts'
import { type Upload, useUploads } from './use-uploads.ts'

/** Where files are chosen or dropped, and what is on its way. */
export function UploadArea({ onUploaded }: { onUploaded: (info: DocumentInfo) => void }) {
  const { uploads, start, cancel, dismiss } = useUploads(onUploaded)
  const { desktop } = useServices()
  const { capture, busy } = useCapture((file) => start([file]))
  const [over, setOver] = useState(false)
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    start(event.dataTransfer.files)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a pointer's short cut to the labelled input inside */}
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
        <IconCloudUpload size={26} stroke={1.5} aria-hidden="true" />
        <label className={styles.choose}>
          <input
            className="visually-hidden"
            type="file"
            multiple
            onChange={(event) => {
              start([...(event.currentTarget.files ?? [])])
              // The same file may be chosen again.
              event.currentTarget.value = ''
            }}
          />
          {DOCUMENTS_TEXT.upload}
        </label>
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
        <span>{over ? DOCUMENTS_TEXT.dropNow : DOCUMENTS_TEXT.drop}</span>
      </div>
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
          <progress
            aria-label={`${DOCUMENTS_TEXT.progress}: ${name}`}
            max={100}
            value={Math.round(progress * 100)}
          />
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
