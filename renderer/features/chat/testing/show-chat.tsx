import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { fakeLive } from '../../../testing/fake-live.tsx'
import { renderSignedIn } from '../../../testing/signed-in.tsx'
import { ChatProvider } from '../ChatProvider.tsx'
import { ChatScreen } from '../ChatScreen.tsx'
import { createChatStore } from '../store/chat-store.ts'
import { createFakeServices, type FakeServicesOptions } from './fake-services.ts'
import { installLayout } from './layout.ts'

/**
 * The chat's screen as somebody signed in has it, with the conversation of that name open; `stop` ends it.
 *
 * @param path the page's address
 */
export async function showChat(
  options: FakeServicesOptions,
  name: string | null,
  path = '/connect-plus/chat',
) {
  const uninstall = installLayout()
  const fake = createFakeServices(options)
  const { around, live } = fakeLive()
  const chat = createChatStore(fake.services)
  chat.start()
  const user = userEvent.setup()
  const joined = vi.spyOn(live.meetings, 'join')
  const view = renderSignedIn(
    fake.services,
    around(
      <ChatProvider store={chat}>
        <ChatScreen />
      </ChatProvider>,
    ),
    path,
  )
  if (name !== null) {
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))
    await screen.findByRole('log')
  }
  const stop = () => {
    chat.stop()
    uninstall()
  }
  return { ...fake, ...view, chat, user, joined, stop }
}
