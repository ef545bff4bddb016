import { expect, test } from 'vitest'
import { messageParts, plainText } from '#shared/domain/chat-parts.ts'
import { listPreview } from '#shared/domain/chat-preview.ts'
import { fakeLive } from '../../../testing/fake-live.tsx'
import { hostileMessages } from '../../../testing/hostile-messages.ts'
import { renderSignedIn } from '../../../testing/signed-in.tsx'
import { ChatProvider } from '../ChatProvider.tsx'
import { createChatStore } from '../store/chat-store.ts'
import '../testing/dialogs-at-hand.ts'
import { createFakeServices } from '../testing/fake-services.ts'
import { aThread } from '../testing/fixtures.ts'
import { MessageText } from './MessageText.tsx'

const ALLOWED = new Set(['SPAN', 'BDI', 'A', 'BUTTON', 'SVG', 'PATH'])

const bodies = [...new Set(hostileMessages())]
const fake = createFakeServices({ me: { id: 1, name: 'Tom' }, threads: [aThread({ id: 7 })] })
const chat = createChatStore(fake.services)

/** Every body as it is drawn, in one page. */
function drawAll(): readonly HTMLElement[] {
  const { around } = fakeLive()
  const { container } = renderSignedIn(
    fake.services,
    around(
      <ChatProvider store={chat}>
        {bodies.map((text) => (
          <p key={text} data-body>
            <MessageText text={text} threadKey="MESSAGE:7" />
          </p>
        ))}
      </ChatProvider>,
    ),
  )
  return [...container.querySelectorAll<HTMLElement>('[data-body]')]
}

test('C008 C009 nothing of 200 hostile bodies becomes an element, a handler or an address that runs', () => {
  expect(bodies.length).toBeGreaterThanOrEqual(200)
  const drawn = drawAll()
  expect(drawn).toHaveLength(bodies.length)
  for (const [index, text] of bodies.entries()) {
    const body = drawn[index]
    for (const element of body?.querySelectorAll('*') ?? []) {
      if (!ALLOWED.has(element.tagName.toUpperCase())) expect.fail(`${element.tagName} of ${text}`)
      const odd = element.getAttributeNames().find((name) => /^on|^style$|srcdoc|^src$/.test(name))
      if (odd !== undefined) expect.fail(`${odd} of ${text}`)
      expect(element.getAttribute('href') ?? 'https://none').toMatch(/^https?:\/\//)
    }
    // Every sign is still there, but for the markup.
    const shown = messageParts(text).map((part) =>
      part.kind === 'text' ? part.text : part.kind === 'mention' ? `@${part.name}` : part.display,
    )
    expect(body?.textContent).toBe(shown.join(''))
    expect(() => [plainText(text), listPreview({ message: text, type: 'TEXT' })]).not.toThrow()
  }
  expect((window as { hostileRan?: number }).hostileRan).toBeUndefined()
})

test('a body that begins markup and never ends it is read once', () => {
  const length = 2_000_000
  for (const bit of ['@[', '#START_ASSET_TAG[', '#START_ASSET_TAG[x][', '@[a](', 'https://a'])
    for (const text of [bit.repeat(length / bit.length), bit + 'a'.repeat(length)]) {
      expect(messageParts(text).length).toBeGreaterThan(0)
      expect(listPreview({ message: text, type: 'TEXT' })).not.toBe('')
    }
  // Looking at each sign again for each beginning would take hours: the test would run into its limit.
})
