import { Textarea, TextInput } from '@mantine/core'
import { DOCUMENT_TEXT_MAX } from '#shared/contract/chat-shared-things.ts'
import type { DocumentText } from '../store/tabs/shared-things.ts'
import { TITLE_MAX } from './document-draft.ts'
import styles from './SharedThings.module.css'
import { TEXT } from './text.ts'

/** A document's title and text. */
export function DocumentFields({
  value,
  onChange,
}: {
  value: DocumentText
  onChange: (value: DocumentText) => void
}) {
  const { title, text } = value
  return (
    <>
      <TextInput
        data-autofocus
        label={TEXT.title}
        maxLength={TITLE_MAX}
        value={title}
        onChange={(event) => onChange({ text, title: event.currentTarget.value })}
      />
      <Textarea
        label={TEXT.documentText}
        classNames={{ input: styles.documentText ?? '' }}
        rows={14}
        maxLength={DOCUMENT_TEXT_MAX}
        value={text}
        onChange={(event) => onChange({ title, text: event.currentTarget.value })}
      />
    </>
  )
}
