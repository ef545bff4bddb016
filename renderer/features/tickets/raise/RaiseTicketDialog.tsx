import '../mantine-styles.ts'
import { Modal } from '@mantine/core'
import type { DialogParams } from '../../../services/notices/dialogs.ts'
import { RAISE_TEXT } from '../text.ts'
import { RaiseForm } from './RaiseForm.tsx'

/** Raising a ticket, question by question (spec 3 §1). */
export function RaiseTicketDialog({
  opened,
  onClose,
  params,
}: {
  opened: boolean
  onClose: () => void
  params: DialogParams['raise-ticket']
}) {
  return (
    <Modal opened={opened} onClose={onClose} title={RAISE_TEXT.title} size={620} centered zIndex={215}>
      {opened ? <RaiseForm about={params?.type ?? null} onClose={onClose} /> : null}
    </Modal>
  )
}
