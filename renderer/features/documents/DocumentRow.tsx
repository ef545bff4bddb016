import { ActionIcon, Button, Menu, TextInput, UnstyledButton } from '@mantine/core'
import {
  IconDotsVertical,
  IconDownload,
  IconExternalLink,
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconPencil,
  IconPhoto,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { DocumentInfo } from '#shared/contract/documents.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import {
  DOCUMENT_NAME_MAX,
  type DocumentPreview,
  documentNameProblem,
  previewOf,
  sizeText,
} from '#shared/domain/documents.ts'
import styles from './Documents.module.css'
import { DOCUMENTS_TEXT } from './text.ts'

const ICONS: Readonly<Record<DocumentPreview, typeof IconFile>> = {
  image: IconPhoto,
  pdf: IconFileTypePdf,
  text: IconFileText,
}
const DATE = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })

interface DocumentRowProps {
  readonly info: DocumentInfo
  readonly onOpen: () => void
  readonly onDownload: () => void
  readonly onPopOut: () => void
  /** Whether the name was taken. */
  readonly onRename: (name: string) => Promise<boolean>
  readonly onDelete: () => void
}

/** A document: what it is called, and what can be done with it. */
export function DocumentRow({ info, onOpen, onDownload, onPopOut, onRename, onDelete }: DocumentRowProps) {
  const [renaming, setRenaming] = useState(false)
  const { name, contentType, size, uploadedAt } = info
  const kind = previewOf(contentType)
  const Icon = kind === null ? IconFile : ICONS[kind]
  if (renaming) {
    return (
      <li className={styles.row}>
        <RenameForm
          name={name}
          onDone={() => setRenaming(false)}
          onRename={async (next) => {
            if (await onRename(next)) setRenaming(false)
          }}
        />
      </li>
    )
  }
  return (
    <li className={styles.row}>
      <UnstyledButton className={styles.name} onClick={onOpen}>
        <span className={styles.icon} data-kind={kind ?? 'other'} aria-hidden="true">
          <Icon size={20} stroke={1.6} />
        </span>
        <span className={styles.label}>
          <span className="visually-hidden">{DOCUMENTS_TEXT.open} </span>
          {name}
        </span>
      </UnstyledButton>
      <small className={styles.meta}>
        {sizeText(size)} · {DATE.format(new Date(uploadedAt))}
      </small>
      <Menu position="bottom-end" shadow="md" width={240}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`${DOCUMENTS_TEXT.actions} ${name}`}
          >
            <IconDotsVertical size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={onDownload}>
            {DOCUMENTS_TEXT.download}
          </Menu.Item>
          <Menu.Item leftSection={<IconExternalLink size={16} />} onClick={onPopOut}>
            {DOCUMENTS_TEXT.popOut}
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setRenaming(true)}>
            {DOCUMENTS_TEXT.rename}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconTrash size={16} />} color="var(--fw-danger)" onClick={onDelete}>
            {DOCUMENTS_TEXT.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

interface RenameFormProps {
  readonly name: string
  readonly onRename: (name: string) => Promise<void>
  readonly onDone: () => void
}

function RenameForm({ name, onRename, onDone }: RenameFormProps) {
  const [text, setText] = useState(name)
  const problem = documentNameProblem(text)
  return (
    <form
      className={styles.rename}
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === null) void onRename(text)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // The dialog around it stays open.
        event.stopPropagation()
        onDone()
      }}
    >
      <TextInput
        autoFocus
        aria-label={DOCUMENTS_TEXT.renameLabel}
        maxLength={DOCUMENT_NAME_MAX}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" disabled={problem !== null}>
        {DOCUMENTS_TEXT.save}
      </Button>
      <Button variant="default" onClick={onDone}>
        {DOCUMENTS_TEXT.cancel}
      </Button>
    </form>
  )
}
