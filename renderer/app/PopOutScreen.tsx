import { Navigate } from 'react-router-dom'
import { type Access, allows } from '#shared/domain/navigation.ts'
import type { PopOut } from '#shared/domain/pop-outs.ts'
import { ChatScreen } from '../features/chat/index.ts'
import { useSession } from '../services/context.tsx'
import { useAreQueriesThere } from '../services/http/queries.tsx'
import { DialogHost } from '../shell/dialogs/DialogHost.tsx'
import { ShellOverlays } from '../shell/overlays/ShellOverlays.tsx'
import { RenderFailure } from '../shell/RenderFailure.tsx'
import { Fetched, Waiting } from './Fetched.tsx'
import styles from './PopOutScreen.module.css'
import { DocumentsScreen, ExternalDocumentScreen, MeetingScreen, ScratchPadScreen } from './page-screens.tsx'

/** Who may open which; the documents gate none but by the feature's own permission. */
const ACCESS: Readonly<Record<PopOut, Access>> = {
  'moderator-meeting-room': {},
  'my-team-chat': { all: ['GENERAL_CAN_USE_TEAM_CHAT'] },
  'scratch-pad': { all: ['CAN_USE_SCRATCH_PAD'] },
  'my-documents': { all: ['CAN_USE_DOCUMENTS'] },
  'view-document-external': { all: ['CAN_USE_DOCUMENTS'] },
}

/** A window of its own for one thing, without the shell's navigation (spec 1 §2.2). */
export function PopOutScreen({ entry }: { entry: PopOut }) {
  const permissions = useSession((session) => session.permissions)
  const isReady = useAreQueriesThere()
  if (!allows(permissions, ACCESS[entry])) return <Navigate to="/" replace />
  if (!isReady) return <Waiting />
  return (
    <RenderFailure>
      <Fetched>
        <Content entry={entry} />
      </Fetched>
      <ShellOverlays />
      <DialogHost />
    </RenderFailure>
  )
}

function Content({ entry }: { entry: PopOut }) {
  switch (entry) {
    case 'moderator-meeting-room':
      return <MeetingScreen />
    case 'my-team-chat':
      return (
        <main className={styles.chat}>
          <h1 className="visually-hidden">Team chat</h1>
          <ChatScreen place="EXTERNAL_WINDOW" />
        </main>
      )
    case 'scratch-pad':
      return <ScratchPadScreen />
    case 'my-documents':
      return <DocumentsScreen />
    case 'view-document-external':
      return <ExternalDocumentScreen />
  }
}
