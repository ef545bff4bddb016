import { act, cleanup } from '@testing-library/react'
import { manualTimers } from '../../../testing/manual-timers.ts'
import { renderWith } from '../../../testing/render.tsx'
import { ChatProvider } from '../ChatProvider.tsx'
import { createChatStore } from '../store/chat-store.ts'
import { createFakeServices } from './fake-services.ts'

const { services } = createFakeServices({ me: { id: 1, name: 'Tom Whitfield' }, threads: [], messages: {} })
const store = createChatStore({ ...services, timers: manualTimers() })

// The dialogs' code is fetched with the first drawing. `render` awaits nothing, and React leaves undone what comes
// after a part that waits: so the first test of a worker would see a chat that never follows its store.
await act(async () => {
  renderWith(services, <ChatProvider store={store}>{null}</ChatProvider>)
})
cleanup()
