import { MeetingWindow } from '../../features/meetings/index.ts'
import { AlertModal } from './alerts/AlertModal.tsx'
import { CornerStack } from './corner/CornerStack.tsx'
import { PreviewHost } from './preview/PreviewHost.tsx'

/** What lies over the screens while somebody is signed in (spec 1 §2.8). Only modals take the focus. */
export function ShellOverlays() {
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
