import type { ComponentType } from 'react'
import { Suspense } from 'react'
import { useStore } from 'zustand'
import { useServices, useSession } from '../../services/context.tsx'
import type { DialogState } from '../../services/notices/dialogs.ts'
import { DialogFailure } from '../../ui/failure/DialogFailure.tsx'
import { DIALOG_PERMISSIONS, DIALOGS, type DialogProps } from './registry.ts'
import { useTicketAddress } from './use-ticket-address.ts'

/** Shows the dialogs that are wanted and that the person may use (spec 1 §2.8). */
export function DialogHost() {
  const { dialogs } = useServices()
  useTicketAddress()
  const wanted = useStore(dialogs.store)
  const permissions = useSession((session) => session.permissions)
  const allowed = wanted.filter(({ name }) => {
    const needed = DIALOG_PERMISSIONS[name]
    return needed === undefined || permissions.can(needed)
  })
  return allowed.map((dialog) => {
    const onClose = () => dialogs.close(dialog.name)
    return (
      <DialogFailure key={dialog.name} opened={dialog.opened} onClose={onClose}>
        <Suspense>
          <OneDialog dialog={dialog} onClose={onClose} />
        </Suspense>
      </DialogFailure>
    )
  })
}

function OneDialog({ dialog, onClose }: { dialog: DialogState; onClose: () => void }) {
  // The registry's type holds name and params together; a value of the union can't show it.
  const Dialog = DIALOGS[dialog.name] as ComponentType<DialogProps<unknown>>
  return <Dialog name={dialog.name} opened={dialog.opened} onClose={onClose} params={dialog.params} />
}
