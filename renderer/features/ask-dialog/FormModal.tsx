import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'

interface FormModalProps extends Omit<ModalProps, 'children' | 'onChange'> {
  /** The form: `leave` is its ‘Cancel’, `done` closes it once nothing would be lost. */
  readonly children: (leave: () => void, done: () => void) => ReactNode
}

/** A dialog around a form of its own. It asks before what was typed or chosen in it is lost. */
export function FormModal({ children, onClose, ...modal }: FormModalProps) {
  const { close, closeNow, onChange } = useCloseOrAsk(onClose)
  const leave = () => void close()
  return (
    <Modal closeOnClickOutside={false} {...modal} onClose={leave} onChange={onChange}>
      {children(leave, closeNow)}
    </Modal>
  )
}
