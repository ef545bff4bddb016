import { expect, test } from 'vitest'
import type { Notified } from '../../services/browser-notifications.ts'
import { notifyOfMessages } from './notify-of-messages.ts'
import { createChatStore } from './store/chat-store.ts'
import { createFakeServices } from './testing/fake-services.ts'
import { aMessage, aThread } from './testing/fixtures.ts'

test("others' messages are notified of once, by sender and text; one's own are not", () => {
  const { services, hub } = createFakeServices({
    me: { id: 1, name: 'Tom' },
    threads: [aThread({ id: 7 })],
  })
  const chat = createChatStore(services)
  const shown: Notified[] = []
  const off = notifyOfMessages(chat, { ...services.notifications, show: (item) => void shown.push(item) })
  chat.start()
  const come = (id: number, userID: number) =>
    hub.emit('newThreadMessage', {
      source: 'MESSAGE',
      sourceID: 7,
      message: aMessage({ id, userID, userName: 'Amelia Hart', message: 'Look, @[Tom](1)' }),
    })
  come(3, 2)
  come(3, 2)
  come(4, 1)
  const notified = { title: 'Amelia Hart', text: 'Look, @Tom', tag: 'chat/MESSAGE:7/3' }
  expect(shown).toEqual([notified])
  off()
  come(5, 2)
  expect(shown).toHaveLength(1)
  chat.stop()
})
