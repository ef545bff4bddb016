import { configure, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ConversationHeader } from '../messages/ConversationHeader.tsx'
import { ChatModeProvider } from '../modes/mode-context.tsx'
import { type ChatModeName, modeOf } from '../modes/modes.ts'
import { aThread } from '../testing/fixtures.ts'
import { showInChat } from '../testing/show-in-chat.tsx'
import { SectionHead } from './SectionHead.tsx'

configure({ defaultHidden: true })

let stop = () => {}
afterEach(() => stop())

type Head = { readonly hasOwnMenu?: boolean; readonly onPhoneOnly?: boolean }

function show(mode: ChatModeName, head: Head) {
  const { chat } = showInChat(
    <ChatModeProvider value={modeOf(mode)}>
      <SectionHead title="Part" {...head} />
      <ConversationHeader thread={aThread({ id: 7, displayLabel: 'Amelia Hart' })} />
    </ChatModeProvider>,
  )
  stop = chat.stop
  return {
    title: screen.queryByRole('heading', { name: 'Part' }) !== null,
    nav: screen.queryByRole('navigation', { name: 'Team chat' }) !== null,
    back: screen.queryByRole('button', { name: 'Back' }) !== null,
    status: screen.queryByRole('button', { name: /^My status: / }) !== null,
    // The shell has no bar of its own over one that is the only one.
    topBar: screen.getByRole('heading', { name: 'Amelia Hart' }).closest('header')?.dataset.topBar ?? null,
  }
}

test.each<[Head]>([[{}], [{ hasOwnMenu: true }], [{ onPhoneOnly: true }]])(
  'C097 on a phone a section with %o has a top nav with a way back and the status menu',
  (head) => {
    const all = { title: true, nav: true, back: true, status: true, topBar: 'true' }
    expect(show('FULL_MOBILE', head)).toEqual(all)
  },
)

test.each<[Head, { title: boolean; status: boolean }]>([
  [{}, { title: true, status: false }],
  [{ hasOwnMenu: true }, { title: true, status: true }],
  [{ onPhoneOnly: true }, { title: false, status: false }],
])(
  'C097 elsewhere one with %o has no such nav, and the status menu only where it is asked for',
  (head, has) => {
    expect(show('CONNECT_PLUS', head)).toEqual({ ...has, nav: false, back: false, topBar: null })
  },
)
