import { MantineThemeProvider } from '@mantine/core'
import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useStore } from 'zustand'
import { readTicketID, TICKET_PARAMETER } from '#shared/domain/ticket-address.ts'
import { useServices, useSession } from '../../services/context.tsx'
import type { DialogName, DialogState, Dialogs } from '../../services/notices/dialogs.ts'
import { DialogFailure } from '../../ui/failure/DialogFailure.tsx'
import type { Timers } from '../../ui/timers.ts'
import { DIALOG_PERMISSIONS, DIALOGS, type DialogProps } from './registry.ts'

/** Shows the dialogs that are wanted and that the person may use (spec 1 §2.8). */
export function DialogHost() {
  const { dialogs, timers } = useServices()
  useTicketAddress()
  const wanted = useStore(dialogs.store)
  const permissions = useSession((session) => session.permissions)
  const close = useClosing(dialogs, timers)
  const allowed = wanted.filter(({ name }) => {
    const needed = DIALOG_PERMISSIONS[name]
    return needed === undefined || permissions.can(needed)
  })
  const open = allowed.filter(({ opened }) => opened)
  return allowed.map((dialog) => {
    const onClose = () => close(dialog.name)
    return (
      <DialogFailure key={dialog.name} opened={dialog.opened} onClose={onClose}>
        <Suspense>
          <OverOthers by={Math.max(0, open.indexOf(dialog))}>
            <OneDialog dialog={dialog} onClose={onClose} />
          </OverOthers>
        </Suspense>
      </DialogFailure>
    )
  })
}

/** Where the kit puts a dialog that doesn't say itself. */
const LOWEST_Z_INDEX = 200

/** What was opened last lies on top, also where it has been in the page for longer than those under it. */
function OverOthers({ by, children }: { by: number; children: ReactNode }) {
  const theme = useMemo(() => {
    const defaultProps = { zIndex: LOWEST_Z_INDEX + by }
    return { components: { Modal: { defaultProps }, Drawer: { defaultProps } } }
  }, [by])
  return <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
}

/**
 * Closes a dialog. Where several lie over each other the kit tells all of them of one Escape: only the one
 * on top closes then, which may be another part's.
 */
function useClosing(dialogs: Dialogs, timers: Timers): (name: DialogName) => void {
  const asked = useRef<DialogName[] | null>(null)
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key !== 'Escape' || asked.current !== null) return
      const open = [...document.querySelectorAll('[aria-modal="true"]')].filter((one) =>
        one.checkVisibility(),
      )
      if (open.length < 2) return
      const top = (target instanceof Element && target.closest('[aria-modal="true"]')) || open.at(-1)
      asked.current = []
      // When all of them have heard it.
      timers.after(0, () => {
        const names = asked.current ?? []
        asked.current = null
        if (!top?.isConnected) return
        const last = dialogs.store.getState().findLast(({ name, opened }) => opened && names.includes(name))
        if (last) dialogs.close(last.name)
      })
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [dialogs, timers])
  return (name) => {
    if (asked.current === null) dialogs.close(name)
    else asked.current.push(name)
  }
}

function OneDialog({ dialog, onClose }: { dialog: DialogState; onClose: () => void }) {
  // The registry's type holds name and params together; a value of the union can't show it.
  const Dialog = DIALOGS[dialog.name] as ComponentType<DialogProps<unknown>>
  return <Dialog name={dialog.name} opened={dialog.opened} onClose={onClose} params={dialog.params} />
}

/** Opens the ticket that an address names. */
function useTicketAddress(): void {
  const { dialogs } = useServices()
  const [address] = useSearchParams()
  const ticketID = readTicketID(address.get(TICKET_PARAMETER))
  useEffect(() => {
    if (ticketID !== null) dialogs.open('tickets', { ticketID })
  }, [dialogs, ticketID])
}
