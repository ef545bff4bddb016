import './mantine-styles.ts'
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react'
import { startConversation } from '#shared/contract/chat.ts'
import { sendAttachmentToThread } from '#shared/contract/chat-files.ts'
import { uploadDocument } from '#shared/contract/documents.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { documentNameProblem, documentProblem } from '#shared/domain/documents.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useOneUpload } from '../../services/http/use-one-upload.ts'
import type { DialogParams } from '../../services/notices/dialogs.ts'
import { PersonSelect } from '../../ui/PersonSelect.tsx'
import { Problem } from '../../ui/Problem.tsx'
import type { RemoteOption } from '../../ui/RemoteSelect.tsx'
import { type Destination, destinationsOf } from './destinations.ts'
import styles from './PasteImage.module.css'
import { endingOf, isPicture, pictureOf } from './picture-of.ts'
import { PASTE_TEXT as TEXT } from './text.ts'

const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })

interface PasteImageDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly params: DialogParams['paste-image']
}

/** A pasted picture, to send to somebody or to keep (spec 1 §2.8). Closing it gives up an upload under way. */
export function PasteImageDialog({ opened, onClose, params }: PasteImageDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={TEXT.title}
      centered
      size={520}
      closeOnClickOutside={false}
    >
      {opened ? <PasteForm first={params?.file ?? null} onDone={onClose} /> : null}
    </Modal>
  )
}

interface Picture {
  readonly file: File
  /** Of the file, for the preview. */
  readonly url: string
}

const pictureFrom = (file: File): Picture => ({ file, url: URL.createObjectURL(file) })

function PasteForm({ first, onDone }: { first: File | null; onDone: () => void }) {
  const [picture, setPicture] = useState<Picture | null>(() => (first ? pictureFrom(first) : null))
  const [unfit, setUnfit] = useState<string | null>(null)
  useEffect(() => () => URL.revokeObjectURL(picture?.url ?? ''), [picture])
  const take = (file: File | null) => {
    if (!file || !isPicture(file)) return setUnfit(TEXT.noPicture)
    const problem = documentProblem(file)
    setUnfit(problem)
    if (problem === null) setPicture(pictureFrom(file))
  }
  const paste = (event: ClipboardEvent) => {
    // Text goes where it is typed.
    if (event.clipboardData.files.length === 0 && event.target instanceof HTMLInputElement) return
    event.preventDefault()
    take(pictureOf(event.clipboardData))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    take(pictureOf(event.dataTransfer))
  }
  return (
    // It is the place that a picture is dropped on and pasted into; what is pressed are the controls in it.
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div
      className={styles.stack}
      onPaste={paste}
      onDrop={drop}
      onDragOver={(event) => event.preventDefault()}
    >
      {picture ? (
        <img
          className={styles.preview}
          src={picture.url}
          alt={TEXT.preview}
          onError={() => {
            setPicture(null)
            setUnfit(TEXT.noPicture)
          }}
        />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it has the focus, so that a paste arrives here
        <div className={styles.empty} tabIndex={0} data-autofocus>
          <IconPhotoPlus size={30} stroke={1.5} aria-hidden="true" />
          <p>{TEXT.lead}</p>
        </div>
      )}
      <label className={styles.choose}>
        <input
          className="visually-hidden"
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp,image/bmp"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            if (file) take(file)
            // The same file may be chosen again.
            currentTarget.value = ''
          }}
        />
        {picture ? TEXT.another : TEXT.choose}
      </label>
      <Problem>{unfit}</Problem>
      {picture ? (
        <Purpose key={picture.url} file={picture.file} onDone={onDone} />
      ) : (
        <div className={styles.actions}>
          <Button variant="default" onClick={onDone}>
            {TEXT.cancel}
          </Button>
        </div>
      )}
    </div>
  )
}

const LABELS: Readonly<Record<Destination, string>> = {
  somebody: TEXT.toSomebody,
  documents: TEXT.toDocuments,
}

/** What becomes of the picture. Nothing is lost when it fails. */
function Purpose({ file, onDone }: { file: File; onDone: () => void }) {
  const { api, now, notices } = useServices()
  const permissions = useSession((session) => session.permissions)
  const choices = destinationsOf(permissions)
  const [to, setTo] = useState<Destination>(choices[0] ?? 'documents')
  const [person, setPerson] = useState<RemoteOption | null>(null)
  const [name, setName] = useState(() => TEXT.fileName(DAY.format(now())))
  const { start, progress, problem, cancel } = useOneUpload({
    lock: TEXT.lock,
    onGivenUp: (message) => notices.show('warning', message),
  })
  const isBusy = progress !== null
  const nameProblem = documentNameProblem(name)
  const named = () => new File([file], `${name.trim()}${endingOf(file)}`, { type: file.type })
  const send = ({ id, name: to }: RemoteOption) =>
    start(async (options) => {
      const { threadID } = await api.call(startConversation, { users: [Number(id)] }, { quiet: true })
      await api.upload(sendAttachmentToThread, { threadID, type: 'FILE', file: named() }, options)
      notices.show('success', TEXT.sent(to))
      onDone()
    })
  const keep = () =>
    start(async (options) => {
      await api.upload(uploadDocument, { file: named() }, options)
      notices.show('success', TEXT.kept)
      onDone()
    })
  const run = () => {
    if (to === 'documents') void keep()
    else if (person) void send(person)
  }
  return (
    <>
      <TextInput
        label={TEXT.name}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={nameProblem}
        disabled={isBusy}
      />
      <NativeSelect
        label={TEXT.where}
        data={choices.map((value) => ({ value, label: LABELS[value] }))}
        value={to}
        onChange={({ currentTarget: { value } }) => setTo(value === 'somebody' ? value : 'documents')}
        disabled={isBusy}
      />
      {to === 'somebody' ? (
        <PersonSelect label={TEXT.person} value={person} onChange={setPerson} disabled={isBusy} />
      ) : null}
      {isBusy ? (
        <progress
          className={styles.progress}
          aria-label={TEXT.progress}
          max={100}
          value={Math.round(progress * 100)}
        />
      ) : null}
      <Problem>{problem}</Problem>
      <div className={styles.actions}>
        <Button variant="default" onClick={isBusy ? cancel : onDone}>
          {TEXT.cancel}
        </Button>
        <Button
          disabled={isBusy || nameProblem !== null || (to === 'somebody' && person === null)}
          onClick={run}
        >
          {to === 'somebody' ? TEXT.send : TEXT.keep}
        </Button>
      </div>
    </>
  )
}
