import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { ChatProvider, ChatScreen, createChatStore, notifyOfMessages } from '../features/chat/index.ts'
import { DashboardScreen } from '../features/dashboard/index.ts'
import { useServices } from '../services/context.tsx'
import { SignedInServicesProvider } from '../services/signed-in-services.tsx'
import { Frame } from '../shell/Frame.tsx'
import { LockedNavigation } from '../shell/LockedNavigation.tsx'
import { AccessGate } from '../shell/overlays/AccessGate.tsx'
import { RenderFailure } from '../shell/RenderFailure.tsx'
import { StyleVariables } from '../shell/StyleVariables.tsx'
import { ShellProvider } from '../shell/shell-context.tsx'
import { ExitScreen } from './ExitScreen.tsx'
import { createSignedInLife } from './signed-in-life.ts'

/** What lives as long as the session: the hubs, the chat, the query cache, the shell's watches. */
export function SignedIn() {
  const services = useServices()
  const [chat] = useState(() => createChatStore(services))
  const [life] = useState(() => createSignedInLife(services, chat.setUnreadTotal))
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  useEffect(() => {
    chat.start()
    return () => chat.stop()
  }, [chat])
  useEffect(() => notifyOfMessages(chat, services.notifications), [chat, services])
  useEffect(() => life.start(window), [life])
  useEffect(() => services.caches.register(() => queries.clear()), [services, queries])

  return (
    <QueryClientProvider client={queries}>
      <ChatProvider store={chat}>
        <ShellProvider value={life.shell}>
          <SignedInServicesProvider value={life.tools}>
            <StyleVariables />
            <LockedNavigation>
              <AccessGate>
                <Routes>
                  <Route
                    path="/my-team-chat"
                    element={
                      <RenderFailure>
                        <ChatScreen />
                      </RenderFailure>
                    }
                  />
                  <Route path="/exit-app" element={<ExitScreen />} />
                  <Route element={<Frame />}>
                    <Route path="/dashboard" element={<DashboardScreen />} />
                    <Route path="/connect-plus/chat" element={<ChatScreen />} />
                  </Route>
                  <Route path="*" element={<Navigate to="/" replace />} />
                </Routes>
              </AccessGate>
            </LockedNavigation>
          </SignedInServicesProvider>
        </ShellProvider>
      </ChatProvider>
    </QueryClientProvider>
  )
}
