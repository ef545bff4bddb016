import { expect, test } from 'vitest'
import { createStorage } from '../../../../services/storage/storage.ts'
import { createMemoryStore } from '../../testing/fake-services.ts'
import { createOutbox, type NewOutboxItem } from './outbox.ts'

const item = (clientID: string): NewOutboxItem => ({
  ...{
    clientID,
    type: 'THREAD',
    source: 'MESSAGE',
    sourceID: 7,
    label: 'Ben',
    text: clientID,
    replyTo: null,
  },
  ...{ entryTime: '2026-05-04T12:00:00Z', afterID: 0, queued: true, failure: null },
})

/** Windows of one browser, and what all of them would find after a reload. */
function windows(count: number) {
  const kept = createMemoryStore()
  const open = () => createOutbox(createStorage(kept, new EventTarget()), 1)
  return { boxes: Array.from({ length: count }, open), reopened: () => open().items() }
}
const ids = (items: readonly { readonly clientID: string }[]) => items.map(({ clientID }) => clientID)

test('whoever has sent hundreds of messages has none of them in the outbox again', () => {
  const { boxes, reopened } = windows(1)
  const [box] = boxes
  for (let n = 1; n <= 450; n++) {
    box?.add(item(`m${n}`))
    box?.keep()
    box?.leave(`m${n}`, 'sent')
    expect([n, box?.items(), reopened()]).toEqual([n, [], []])
  }
  expect([box?.leftBy('m450'), box?.leftBy('m251'), box?.leftBy('m250')]).toEqual(['sent', 'sent', undefined])
})

test('what one window cancels comes back from no other, however much each has sent', () => {
  const { boxes, reopened } = windows(2)
  const [one, other] = boxes
  one?.add(item('waits'))
  one?.keep()
  other?.sync()
  for (let n = 1; n <= 450; n++) {
    const box = n % 3 === 0 ? one : other
    box?.add(item(`m${n}`))
    box?.keep()
    box?.leave(`m${n}`, 'sent')
    expect(ids(reopened())).toEqual(['waits'])
  }
  other?.leave('waits', 'cancelled')
  one?.sync()
  expect([one?.items(), one?.leftBy('waits'), reopened()]).toEqual([[], 'cancelled', []])
})
