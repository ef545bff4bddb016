import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { entryOf } from '#shared/domain/pop-outs.ts'
import { ChatHub, ChatProvider } from '../features/chat/index.ts'
import { MEETING_ROOM } from '../features/meetings/index.ts'
import { BusyOverlay, ToolsProvider } from '../features/tools/index.ts'
import { useServices } from '../services/context.tsx'
import { QueriesProvider } from '../services/http/queries.tsx'
import { LiveProvider, livePage } from '../services/live.tsx'
import { createUiLabels } from '../services/page/ui-labels.ts'
import { UiLabelsProvider } from '../services/page/ui-labels-context.tsx'
import { ShellToolsProvider } from '../services/shell-tools.tsx'
import { createSignedInServices, SignedInProvider } from '../services/signed-in.tsx'
import { LockedNavigation } from '../shell/LockedNavigation.tsx'
import { AccessGate } from '../shell/overlays/AccessGate.tsx'
import { loadPromptModal } from '../shell/overlays/prompts/PromptHost.tsx'
import { StyleVariables } from '../shell/StyleVariables.tsx'
import { ShellProvider } from '../shell/shell-context.tsx'
import { stepsAfterPaint } from '../shell/steps-after-paint.ts'
import { ACCOUNT_ITEMS } from '../shell/top-bar/AccountMenu.tsx'
import { lazyCode } from '../ui/fetch-code.ts'
import { OVERLAYS } from '../ui/overlays.ts'
import { popupsTakeEscape } from '../ui/popup-escape.ts'
import { MainRoutes } from './MainRoutes.tsx'
import { PopOutScreen } from './PopOutScreen.tsx'
import { createSignedInChat } from './signed-in-chat.ts'
import { createSignedInLife } from './signed-in-life.ts'

const AgreementGate = lazyCode(async () => (await import('../features/agreement/index.ts')).AgreementGate)

/** What lives as long as the session: the hubs, the chat, the query cache, the shell's watches. */
export function SignedIn() {
  const services = useServices()
  const [chat] = useState(() => createSignedInChat(services))
  const [own] = useState(() => createSignedInServices(services))
  const [labels] = useState(() => createUiLabels(services))
  const [life] = useState(() =>
    createSignedInLife(services, chat.setUnread, {
      ...livePage(window),
      setCount: own.counters.set,
      catchUp: own.catchUp,
      fitness: own.fitness,
      readLabels: () => void labels.load(),
    }),
  )
  useEffect(() => popupsTakeEscape(window), [])
  useEffect(
    () =>
      stepsAfterPaint(window, [
        () => {
          void labels.load()
          return () => {}
        },
        () => life.start(window),
        () =>
          chat.start({
            counters: own.counters,
            conversations: own.conversations,
            calls: life.live.calls,
            settings: life.tools.settings,
            settingNews: life.live.settingNews,
            // A window that another one opened leaves the sounds to that one.
            sounds: livePage(window).isPopOut ? null : life.tools.sounds,
            show() {
              const { pathname } = window.location
              if (entryOf(pathname) === 'main') own.conversations.show(pathname)
            },
          }),
        () => own.start(),
        // Fetched ahead: what opens under the pointer has to be there by then, a meeting when somebody calls,
        // and a question even without a connection.
        ...[OVERLAYS.load, ACCOUNT_ITEMS.load, MEETING_ROOM.load, loadPromptModal].map((load) => () => {
          load().catch(() => {})
          return () => {}
        }),
      ]),
    [labels, life, chat, own],
  )

  return (
    <QueriesProvider caches={services.caches}>
      <SignedInProvider value={own}>
        <ChatProvider store={chat.coming}>
          <UiLabelsProvider value={labels}>
            <ShellProvider value={life.shell}>
              <ShellToolsProvider value={life.tools}>
                <LiveProvider value={life.live}>
                  <ToolsProvider value={life.programs}>
                    <StyleVariables />
                    <Suspense fallback={null}>
                      <AgreementGate />
                    </Suspense>
                    <LockedNavigation>
                      <AccessGate>
                        <Screens />
                        <BusyOverlay />
                      </AccessGate>
                    </LockedNavigation>
                  </ToolsProvider>
                </LiveProvider>
              </ShellToolsProvider>
            </ShellProvider>
          </UiLabelsProvider>
        </ChatProvider>
      </SignedInProvider>
    </QueriesProvider>
  )
}

/** What the address asks for: a window of its own, or the main application (spec 1 §2.2). */
function Screens() {
  const entry = entryOf(useLocation().pathname)
  if (entry !== 'main') return <PopOutScreen key={entry} entry={entry} />
  return (
    <>
      <ChatHub />
      <MainRoutes />
    </>
  )
}
