import { useStore } from 'zustand'
import { MeetingWindow } from '../../features/meetings/index.ts'
import { usePasteKeys } from '../../features/paste-image/index.ts'
import { useServices } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { AlertModal } from './alerts/AlertModal.tsx'
import { CornerStack } from './corner/CornerStack.tsx'
import { PreviewHost } from './preview/PreviewHost.tsx'
import { useFocusReturn } from './use-focus-return.ts'

/** What lies over the screens while somebody is signed in (spec 1 §2.8). Only modals take the focus. */
export function ShellOverlays() {
  const isModalOpen = useIsModalOpen()
  useFocusReturn(isModalOpen)
  usePasteKeys(!isModalOpen)
  return (
    <>
      <CornerStack>
        <MeetingWindow />
      </CornerStack>
      <AlertModal />
      <PreviewHost />
    </>
  )
}

function useIsModalOpen(): boolean {
  const { dialogs, previews, prompts } = useServices()
  const { alerts } = useLive()
  const inDialog = useStore(dialogs.store, (all) => all.some(({ opened }) => opened))
  const looking = useStore(previews.store, (preview) => preview !== null)
  const asked = useStore(prompts.store, ({ length }) => length > 0)
  const alerted = useStore(alerts.store, ({ length }) => length > 0)
  return inDialog || looking || asked || alerted
}
