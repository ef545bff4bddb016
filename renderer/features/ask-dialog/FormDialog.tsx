import type { ComponentProps } from 'react'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { FormDialog as Dialog } from '../../ui/form/FormDialog.tsx'

/** The form dialog that asks before what was typed is lost. What ends it well closes it by itself. */
export function FormDialog(props: ComponentProps<typeof Dialog>) {
  const { close } = useCloseOrAsk(props.onClose, true)
  return <Dialog {...props} onClose={() => (props.isTyped ? void close() : props.onClose())} />
}
