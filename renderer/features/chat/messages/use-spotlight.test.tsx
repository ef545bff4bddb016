import { act, configure, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useChatState } from '../chat-context.tsx'
import { aMessage, aThread } from '../testing/fixtures.ts'
import { installLayout } from '../testing/layout.ts'
import { GROUP, GROUP_KEY, showInChat } from '../testing/show-in-chat.tsx'
import { windowIs } from '../testing/window-width.ts'
import { ConversationPane } from './ConversationPane.tsx'

configure({ defaultHidden: true })

let ends: (() => void)[] = []
beforeEach(() => {
  ends = [installLayout()]
  windowIs(1000)
})
afterEach(() => {
  for (const end of ends) end()
})

function Selected() {
  const key = useChatState((state) => state.selected)
  return key === null ? null : <ConversationPane threadKey={key} />
}

test('a message is pointed out when it is asked for, and not whenever its conversation is opened again', async () => {
  const { chat } = showInChat(<Selected />, {
    threads: [aThread({ id: 9, ...GROUP, isGroup: true }), aThread({ id: 7 })],
    messages: {
      [GROUP_KEY]: [1, 2, 3].map((id) => aMessage({ id, message: `No. ${id}` })),
      'MESSAGE:7': [aMessage({ id: 20, message: 'Elsewhere' })],
    },
  })
  ends.push(chat.stop)
  await act(() => chat.loadThreads())
  const pointedOut = () => document.querySelector('[data-highlight="true"]')?.textContent ?? ''

  await act(() => chat.showMessage(GROUP_KEY, 2))
  await waitFor(() => expect(pointedOut()).toContain('No. 2'))
  act(() => chat.select('MESSAGE:7'))
  await screen.findByText('Elsewhere')
  act(() => chat.select(GROUP_KEY))
  await screen.findByText('No. 2')
  expect(pointedOut()).not.toContain('No. 2')
  await act(() => chat.showMessage(GROUP_KEY, 2))
  await waitFor(() => expect(pointedOut()).toContain('No. 2'))
})
