import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { mainHub } from '#shared/hubs/main.ts'
import { ChatProvider, ChatScreen, type ChatStore, createChatStore } from '../features/chat/index.ts'
import { DashboardScreen } from '../features/dashboard/index.ts'
import { useServices } from '../services/context.tsx'
import type { Services } from '../services/services.ts'
import { Frame } from '../shell/Frame.tsx'
import { APP_VERSION } from './app-version.ts'
import { ExitScreen } from './ExitScreen.tsx'

/** What lives as long as the session: the hubs, the chat, the query cache. */
export function SignedIn() {
  const services = useServices()
  const [chat] = useState(() => createChatStore(services))
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  useEffect(() => {
    chat.start()
    return () => chat.stop()
  }, [chat])
  useEffect(() => followMainHub(services, chat), [services, chat])

  return (
    <QueryClientProvider client={queries}>
      <ChatProvider store={chat}>
        <Routes>
          <Route path="/my-team-chat" element={<ChatScreen />} />
          <Route path="/exit-app" element={<ExitScreen />} />
          <Route element={<Frame />}>
            <Route path="/dashboard" element={<DashboardScreen />} />
            <Route path="/connect-plus/chat" element={<ChatScreen />} />
          </Route>
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
      </ChatProvider>
    </QueryClientProvider>
  )
}

/** Binds the shell's hub to its effects (spec 1 §7); returns what ends that. */
function followMainHub(services: Services, chat: ChatStore): () => void {
  const hub = services.hub(mainHub)
  const offs = [
    hub.on('updateUnreadMessageCount', (count) => chat.setUnreadTotal(count)),
    hub.on('loggedOut', () => services.session.signOut()),
    hub.onConnected(() => void hub.invoke('setAppVersion', APP_VERSION).catch(() => {})),
  ]
  void hub.start()
  return () => {
    for (const off of offs) off()
    void hub.stop()
  }
}
