import { Button, Modal } from '@mantine/core'
import { IconPackageOff } from '@tabler/icons-react'
import { EmptyState } from './EmptyState.tsx'

export const NO_CONTENT_TEXT = {
  nothing: (title: string) => `This installation has no content for ${title}.`,
  close: 'Close',
} as const

interface NoContentDialogProps {
  readonly title: string
  readonly opened: boolean
  readonly onClose: () => void
}

/** A dialog which says plainly that this installation has nothing in it. */
export function NoContentDialog({ title, opened, onClose }: NoContentDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered size={420}>
      <EmptyState icon={<IconPackageOff size={28} stroke={1.5} />} title={NO_CONTENT_TEXT.nothing(title)}>
        <Button variant="default" onClick={onClose}>
          {NO_CONTENT_TEXT.close}
        </Button>
      </EmptyState>
    </Modal>
  )
}
