import './mantine-styles.ts'
import type { ComponentProps } from 'react'
import { useServices } from '../../services/context.tsx'
import { AskDialog as Dialog } from '../ask-dialog/index.ts'

interface AskDialogProps extends ComponentProps<typeof Dialog> {
  /** Said once it is done. */
  readonly done: string
}

/** A form that does one thing, and says that it is done. */
export function AskDialog({ done, run, ...ask }: AskDialogProps) {
  const { notices } = useServices()
  return (
    <Dialog
      {...ask}
      size={560}
      run={async () => {
        await run()
        notices.show('success', done)
      }}
    />
  )
}
