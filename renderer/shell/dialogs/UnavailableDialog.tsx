import { Button, Modal } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { DialogProps } from './registry.ts'

/** Says plainly that there is nothing behind an entry yet, instead of doing nothing. */
export function UnavailableDialog({ opened, onClose, params }: DialogProps<{ readonly name: string }>) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<strong>{params.name}</strong>}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <EmptyState
        icon={<IconPlugConnectedX size={28} stroke={1.6} />}
        title={`${params.name} has no content in this installation yet.`}
      >
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </EmptyState>
    </Modal>
  )
}
