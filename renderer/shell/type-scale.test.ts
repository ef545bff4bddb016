import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const RENDERER = join(import.meta.dirname, '..')

/** Sizes of what is no text: emoji, figures within rings, greetings that are a picture, a field of phones. */
const OWN_SIZES = [
  'features/chat/actions/MessageMenu.module.css: 19px',
  'features/chat/actions/MessageMenu.module.css: 26px',
  'features/chat/composer/ComposerField.module.css: 16px',
  'features/chat/composer/TokenMenu.module.css: 18px',
  'features/chat/emoji/EmojiPanel.module.css: 18px',
  'features/chat/emoji/EmojiPanel.module.css: 21px',
  'features/chat/messages/MessageRow.module.css: 16px',
  'features/hardware/Hardware.module.css: 38px',
  'features/meetings/CallRoom.module.css: 22px',
  'features/meetings/CallRoom.module.css: 30px',
  'features/sign-in/GreetingPanel.module.css: clamp(36px, 4.6vw, 64px)',
  'features/sign-in/GreetingPanel.module.css: 24px',
  'features/sign-in/GreetingPanel.module.css: 28px',
  'shell/overlays/corner/CornerStack.module.css: 22px',
]

test('text has one of the six sizes of tokens.css, which no screen draws under 12 pixels', () => {
  const tokens = readFileSync(join(RENDERER, 'shell/tokens.css'), 'utf8')
  const sizes = [...tokens.matchAll(/^ {2}--type-(\w+): max\((?:.*)var\(--type-floor\)\);$/gm)]
  expect(sizes.map(([, name]) => name)).toEqual(['small', 'text', 'lead', 'head', 'title', 'figure'])

  const other = globSync('**/*.module.css', { cwd: RENDERER }).flatMap((file) => {
    const css = readFileSync(join(RENDERER, file), 'utf8')
    return [...css.matchAll(/font-size: ([^;]*);|font: [^;]*?([\d.]+px)[^;]*;/g)]
      .map(([, size, short]) => size ?? short ?? '')
      .filter((size) => !/^(?:inherit|var\(--type-\w+\))$/.test(size))
      .map((size) => `${file}: ${size}`)
  })
  expect(other.sort()).toEqual([...OWN_SIZES].sort())
})
