import type { ComponentType } from 'react'
import { Suspense } from 'react'
import { useStore } from 'zustand'
import { useServices } from '../../services/context.tsx'
import type { DialogState } from '../../services/dialogs.ts'
import { DIALOGS, type DialogProps } from './registry.ts'

/** Shows the dialogs that are wanted (spec 1 §2.8). */
export function DialogHost() {
  const { dialogs } = useServices()
  const wanted = useStore(dialogs.store)
  return wanted.map((dialog) => (
    <Suspense key={dialog.name}>
      <OneDialog dialog={dialog} onClose={() => dialogs.close(dialog.name)} />
    </Suspense>
  ))
}

function OneDialog({ dialog, onClose }: { dialog: DialogState; onClose: () => void }) {
  // The registry's type holds name and params together; a value of the union can't show it.
  const Dialog = DIALOGS[dialog.name] as ComponentType<DialogProps<unknown>>
  return <Dialog opened={dialog.opened} onClose={onClose} params={dialog.params} />
}
